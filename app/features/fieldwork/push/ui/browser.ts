import type { PushState } from "~/features/fieldwork/push/push";

const ADDRESS = "/crew/push";

/** Push between this phone and the site, from a page or from the service worker. Each fails when the site refuses. */
export function openPush(request: typeof fetch = fetch) {
  async function ask(init?: RequestInit): Promise<Response> {
    const response = await request(ADDRESS, init);
    if (!response.ok) throw new Error(`The site answered ${response.status}.`);
    return response;
  }

  return {
    /** What the site knows of this phone. */
    read: async (): Promise<PushState> => (await ask()).json(),
    /** Gets an address from the browser's push service and tells it to the site. The member must have allowed it. */
    async subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<void> {
      const old = await pushManager.getSubscription();
      await old?.unsubscribe(); // it may be for another key
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      const headers = { "Content-Type": "application/json" };
      await ask({ method: "POST", headers, body: JSON.stringify(subscription) });
    },
    async unsubscribe({ pushManager }: ServiceWorkerRegistration): Promise<void> {
      await ask({ method: "DELETE" });
      const subscription = await pushManager.getSubscription();
      await subscription?.unsubscribe();
    },
  };
}
