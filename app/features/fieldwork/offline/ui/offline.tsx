/**
 * Makes /crew an app that works without a network: registers the service worker, keeps taps and sends them.
 *
 *   <OfflineProvider>
 *     <OfflineBar />          says that the phone is offline, and what was not sent or not taken
 *     …useSending().tap({ booking_id, kind: "started" })
 *   </OfflineProvider>
 */
import CloudOff from "lucide-react/icons/cloud-off";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useWords } from "~/features/fieldwork/day/ui/words";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Button } from "~/ui/action/button";
import type { Order } from "./kept";
import { type KeptPhoto, openQueue, type Queue, type VisitEvent } from "./queue";
import { NOTHING_SENT, openSender, type Sender, type Sending } from "./sender";
import { openUploader, type Uploader } from "./uploader";

type Tap = Omit<VisitEvent, "id" | "phone_at"> & { id?: string };
type Offline = Sending & {
  /** False while the phone knows that it has no network. */
  online: boolean;
  /** Keeps a tap and sends it. Fails only if the phone can't keep it. */
  tap: (tap: Tap) => Promise<void>;
  sendNow: () => void;
  dismiss: (id: string) => Promise<void>;
  /** Photos that are not uploaded yet. */
  photos: readonly KeptPhoto[];
  /** Keeps a photo and uploads it in the background. Fails only if the phone can't keep it. */
  addPhoto: (photo: Omit<KeptPhoto, "id" | "at">) => Promise<void>;
  dropPhoto: (id: string) => Promise<void>;
  /** What the phone keeps of the day; see queue.ts. */
  queue: () => Promise<Queue>;
};

/** Milliseconds. A later answer counts as lost. */
const ANSWER_MS = 30_000;
const NO_PHOTOS: readonly KeptPhoto[] = [];
const WORKER = "/crew/worker.js";
const SCOPE = "/crew";

const OfflineContext = createContext<Offline | undefined>(undefined);

export function OfflineProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>();
  const opening = useRef<Promise<Opened>>(undefined);
  const online = useSyncExternalStore(onConnection, isOnline, () => true);
  const sending = useSyncExternalStore(
    opened?.sender.subscribe ?? never,
    () => opened?.sender.get() ?? NOTHING_SENT,
    () => NOTHING_SENT,
  );
  const photos = useSyncExternalStore(
    opened?.uploader.subscribe ?? never,
    () => opened?.uploader.get() ?? NO_PHOTOS,
    () => NO_PHOTOS,
  );

  // Before the effects inside it, which read what the phone keeps.
  useLayoutEffect(() => {
    let current = true;
    const phone = open();
    opening.current = phone;
    /** Does nothing on a phone that can keep nothing. There, tap() fails. */
    const withPhone = (use: (opened: Opened) => void) => void phone.then(use, () => {});
    const wake = () => {
      if (document.visibilityState === "visible")
        withPhone(({ sender, uploader }) => {
          void sender.sendNow();
          void uploader.send();
        });
    };
    withPhone((opened) => current && setOpened(opened));
    wake();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      current = false;
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      withPhone(({ queue, sender, uploader }) => {
        sender.stop();
        uploader.stop();
        queue.close();
      });
    };
  }, []);

  useEffect(() => {
    if (import.meta.env.PROD) void installWorker();
  }, []);

  useEffect(() => {
    if (sending.state === "ended") leave();
  }, [sending.state]);

  const actions = useMemo(() => {
    const phone = async () => {
      if (!opening.current) throw new Error("The page is not ready.");
      return opening.current;
    };
    return {
      tap: async (tap: Tap) => {
        const event = { id: crypto.randomUUID(), ...tap, phone_at: new Date().toISOString() };
        await (await phone()).sender.add(event);
      },
      sendNow: () => void phone().then(({ sender }) => sender.sendNow()),
      dismiss: async (id: string) => (await phone()).sender.dismiss(id),
      addPhoto: async (photo: Omit<KeptPhoto, "id" | "at">) => {
        const kept = { ...photo, id: crypto.randomUUID(), at: new Date().toISOString() };
        await (await phone()).uploader.add(kept);
      },
      dropPhoto: async (id: string) => (await phone()).uploader.drop(id),
      queue: async () => (await phone()).queue,
    };
  }, []);

  const offline = useMemo(
    () => ({ ...sending, ...actions, online, photos }),
    [sending, actions, online, photos],
  );
  return <OfflineContext value={offline}>{children}</OfflineContext>;
}

export function useOffline(): Offline {
  const offline = useContext(OfflineContext);
  if (!offline) throw new Error("Put it inside an OfflineProvider.");
  return offline;
}

/** Nothing while all is well. */
export function OfflineBar() {
  const { online, state, pending, sendNow } = useOffline();
  const { say } = useWords();
  const isStuck = online && state === "waiting" && pending.length > 0;
  return (
    <div role="status">
      {(!online || isStuck) && (
        <div className="flex flex-wrap items-center gap-3 rounded-card bg-ink px-4 py-3 text-snow">
          <CloudOff aria-hidden className="size-5 shrink-0" />
          <p className="min-w-0 flex-1 basis-56">
            {online ? say(m.unsent, { count: pending.length }) : say(m.offline)}
          </p>
          {isStuck && (
            <Button variant="light" size="large" onClick={sendNow}>
              {say(m.send_now)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Tells the service worker to delete what the phone keeps, and waits until it has. */
export async function order(what: Order): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(SCOPE);
  const worker = registration?.active;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    worker.postMessage(what, [port2]);
  });
}

/** The page still shows what was deleted. The site says what is next. */
const leave = () => location.replace(SCOPE);

type Opened = { queue: Queue; sender: Sender; uploader: Uploader };

async function open(): Promise<Opened> {
  const queue = await openQueue({ now: () => new Date(), onWiped: leave });
  const post = (body: string) =>
    fetch("/crew/events", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  return { queue, sender: openSender(queue, post), uploader: openUploader(queue) };
}

/** Without it, as in a browser that refuses it, the page works with a network. */
async function installWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(WORKER, { scope: SCOPE });
    await navigator.storage?.persist?.();
  } catch {}
}

function onConnection(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

const isOnline = () => navigator.onLine;
const never = () => () => {};
