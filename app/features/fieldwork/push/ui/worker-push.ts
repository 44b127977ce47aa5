// What the service worker of /crew does with push.
import type { PushMessage } from "~/features/fieldwork/push/push";
import { openPush } from "./browser";

type Page = { url: string; focus(): Promise<unknown> };
declare const self: {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

/** Shows a message in place of the one before. Browsers want every message to be shown. */
export async function show(data: { json(): PushMessage }): Promise<void> {
  const { title, body, lang, url } = data.json();
  const look = { icon: "/icons/192.png", tag: "day", renotify: true };
  await self.registration.showNotification(title, { ...look, body, lang, data: url });
}

/** Opens the day: the page that is open, which asks for what is new, or a new one. */
export async function visit(notification: Notification): Promise<void> {
  notification.close();
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === "/crew");
  await (open ? open.focus() : self.clients.openWindow(notification.data));
}

/** Gives the site the new address when the push service has changed it. */
export async function renew(): Promise<void> {
  const push = openPush();
  const { key } = await push.read();
  await push.subscribe(self.registration, key);
}
