import { type Post, pauseAfter, type Queue, type RefusedEvent, type Sent, type VisitEvent } from "./queue";

/** What the page shows of the queue. `state` and `day` are of the last answer. */
export type Sending = Sent & { pending: VisitEvent[]; refused: RefusedEvent[] };

/** The part of the queue that holds taps. */
export type EventQueue = Pick<Queue, "add" | "pending" | "refused" | "dismiss" | "send">;

export type Sender = ReturnType<typeof openSender>;

export const NOTHING_SENT: Sending = { state: "sent", pending: [], refused: [] };

/**
 * Sends the queue at once after each tap, and again and again while the site can't be reached. `tell`: says to the other tabs
 * what has changed, which they `hear`.
 */
export function openSender(queue: EventQueue, post: Post, tell: (sent: Sent) => void = () => {}) {
  const listeners = new Set<() => void>();
  let sending = NOTHING_SENT;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function show(sent: Sent): Promise<void> {
    const [pending, refused] = sent.state === "ended" ? [[], []] : await readQueue();
    sending = { state: sent.state, day: sent.day ?? sending.day, pending, refused };
    for (const tell of listeners) tell();
  }

  const readQueue = () => Promise.all([queue.pending(), queue.refused()]);

  async function run(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false;
        clearTimeout(timer);
        const sent = await queue.send(post);
        failures = sent.state === "waiting" ? failures + 1 : 0;
        if (sent.state === "ended") stopped = true;
        if (failures > 0 && !stopped) timer = setTimeout(sendNow, pauseAfter(failures));
        await show(sent);
        tell(sent);
      }
    } catch {
      failures += 1; // the phone could not read what it keeps
      if (!stopped) timer = setTimeout(sendNow, pauseAfter(failures));
    } finally {
      running = undefined;
    }
  }

  /** Also when it is sending already: what was added meanwhile is sent after it. */
  async function sendNow(): Promise<void> {
    again = true;
    if (stopped) return;
    running ??= run();
    await running;
  }

  /** Shows what is kept now, here and in the other tabs. */
  async function showAll(): Promise<void> {
    await show(sending);
    tell({ state: sending.state });
  }

  return {
    sendNow,
    hear: show,
    get: () => sending,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Returns once the phone keeps the tap; it is sent in the background. */
    async add(event: VisitEvent): Promise<void> {
      await queue.add(event);
      await showAll();
      void sendNow();
    },
    async dismiss(id: string): Promise<void> {
      await queue.dismiss(id);
      await showAll();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
