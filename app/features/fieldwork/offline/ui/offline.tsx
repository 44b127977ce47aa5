/**
 * Makes /crew an app that works without a network: registers the service worker, keeps taps and sends them.
 *
 *   <OfflineProvider>
 *     <OfflineBar />          says that the phone is offline, and what was not sent or not taken
 *     …useSending().tap({ booking_id, kind: "started" })
 *   </OfflineProvider>
 */
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
import { DATABASE, type Order } from "./kept";
import {
  type KeptPhoto,
  openQueue,
  type Queue,
  type RefusedEvent,
  type Sent,
  sendAlone,
  type VisitEvent,
} from "./queue";
import { NOTHING_SENT, openSender, type Sender, type Sending } from "./sender";
import { openUploader, type PhotoNews, type Uploader, upload } from "./uploader";

type Tap = Omit<VisitEvent, "id" | "phone_at"> & { id?: string };
/** What became of a tap or photo: the phone keeps it until it is sent; it could not keep it, but sent it; or neither. */
export type Outcome = "kept" | "sent" | "lost";
type Offline = Sending & {
  /** False while the phone knows that it has no network. */
  online: boolean;
  /** The phone can keep nothing, as in a private window of some browsers. */
  broken: boolean;
  /** What became of the last tap or photo that the phone could not keep. */
  unkept?: Outcome;
  forgetUnkept: () => void;
  /** How often something reached the site that did not answer with the day. */
  arrived: number;
  /** Keeps a tap and sends it. */
  tap: (tap: Tap) => Promise<Outcome>;
  sendNow: () => void;
  dismiss: (id: string) => Promise<void>;
  /** Photos that are not uploaded yet. */
  photos: readonly KeptPhoto[];
  /** Keeps a photo and uploads it in the background. */
  addPhoto: (photo: Omit<KeptPhoto, "id" | "at">) => Promise<Outcome>;
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
  const [broken, setBroken] = useState(false);
  const [unkept, setUnkept] = useState<Outcome>();
  const [arrived, setArrived] = useState(0);
  const [refusedAlone, setRefusedAlone] = useState<RefusedEvent[]>([]);
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
    const phone = open(() => setArrived((count) => count + 1));
    opening.current = phone;
    /** Does nothing on a phone that can keep nothing. */
    const withPhone = (use: (opened: Opened) => void) => void phone.then(use, () => {});
    const wake = () => {
      if (document.visibilityState === "visible")
        withPhone(({ sender, uploader }) => {
          void sender.sendNow();
          void uploader.send();
        });
    };
    withPhone((opened) => current && setOpened(opened));
    phone.catch(() => current && setBroken(true));
    wake();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      current = false;
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      withPhone(({ queue, sender, uploader, others }) => {
        sender.stop();
        uploader.stop();
        others.close();
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
    /** What the phone can't keep is sent at once, or it is lost. */
    const keep = async (kept: Promise<void>, sendNow: () => Promise<boolean>): Promise<Outcome> => {
      const outcome = await kept.then(
        () => "kept" as const,
        async () => ((await sendNow().catch(() => false)) ? "sent" : "lost"),
      );
      setUnkept(outcome === "kept" ? undefined : outcome);
      if (outcome === "sent") setArrived((count) => count + 1);
      return outcome;
    };
    return {
      tap: (tap: Tap) => {
        const event = { id: crypto.randomUUID(), ...tap, phone_at: new Date().toISOString() };
        return keep(
          phone().then(({ sender }) => sender.add(event)),
          async () => {
            const sent = await sendAlone(event, post, now());
            if (sent.state === "refused") setRefusedAlone((all) => [...all, { event, reason: sent.reason }]);
            return sent.state !== "lost";
          },
        );
      },
      forgetUnkept: () => setUnkept(undefined),
      sendNow: () => void phone().then(({ sender }) => sender.sendNow(), ignore),
      dismiss: async (id: string) => {
        setRefusedAlone((all) => all.filter(({ event }) => event.id !== id));
        await phone().then(({ sender }) => sender.dismiss(id), ignore);
      },
      addPhoto: (photo: Omit<KeptPhoto, "id" | "at">) => {
        const kept = { ...photo, id: crypto.randomUUID(), at: new Date().toISOString() };
        return keep(
          phone().then(({ uploader }) => uploader.add(kept)),
          async () => (await upload(kept, LINE)) === "done",
        );
      },
      dropPhoto: (id: string) => phone().then(({ uploader }) => uploader.drop(id), ignore),
      queue: async () => (await phone()).queue,
    };
  }, []);

  const offline = useMemo(
    () => ({
      ...{ ...sending, ...actions, online, photos, broken, unkept, arrived },
      refused: [...sending.refused, ...refusedAlone],
    }),
    [sending, actions, online, photos, broken, unkept, arrived, refusedAlone],
  );
  return <OfflineContext value={offline}>{children}</OfflineContext>;
}

export function useOffline(): Offline {
  const offline = useContext(OfflineContext);
  if (!offline) throw new Error("Put it inside an OfflineProvider.");
  return offline;
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

type Opened = { queue: Queue; sender: Sender; uploader: Uploader; others: BroadcastChannel };

/** What one tab says to the others, so that all show the same. */
type Said = { sent?: Sent; photos?: PhotoNews };

const now = () => new Date();
const LINE = { request: (...asked: Parameters<typeof fetch>) => fetch(...asked), now };

const post = (body: string) =>
  fetch("/crew/events", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    signal: AbortSignal.timeout(ANSWER_MS),
  });

/** `onUploaded`: a photo is at the site, which counts it from now on. */
async function open(onUploaded: () => void): Promise<Opened> {
  const queue = await openQueue({ now, onWiped: leave });
  const others = new BroadcastChannel(DATABASE);
  const say = (said: Said) => others.postMessage(said);
  const hearPhotos = (photos: PhotoNews) => void (photos === "uploaded" && onUploaded());
  const sender = openSender(queue, post, (sent) => say({ sent }));
  const uploader = openUploader(queue, {
    ...LINE,
    tell: (photos) => {
      hearPhotos(photos);
      say({ photos });
    },
  });
  others.onmessage = ({ data: { sent, photos } }: MessageEvent<Said>) => {
    if (sent) void sender.hear(sent).catch(ignore);
    if (!photos) return;
    hearPhotos(photos);
    void uploader.show().catch(ignore);
  };
  return { queue, sender, uploader, others };
}

const ignore = () => undefined;

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
