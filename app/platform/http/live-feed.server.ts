/** How often an open stream says that it lives. Proxies close what is silent for a minute. */
const BEAT_MS = 25_000;
/** All topics. */
export const EVERYTHING = "*";

/** Tells open pages that something has changed, by server-sent events. It carries no data: the page asks for it. */
export type LiveFeed = ReturnType<typeof createLiveFeed>;

/** Whether who listens may still do so. */
type IsWelcome = () => Promise<boolean>;

type Listener = { topic: string; say: (text: string) => Promise<void>; end: () => void };

/** The streams of this process. Each process hears of all changes from the database. */
export function createLiveFeed() {
  const listeners = new Set<Listener>();

  /**
   * A response that stays open until `signal` aborts or the process ends. `isWelcome` is asked before each message, and at
   * least every 25 seconds: once it says no or fails, the stream ends.
   */
  function stream(topic: string, signal: AbortSignal, isWelcome: IsWelcome = async () => true): Response {
    const encoder = new TextEncoder();
    let leave = () => false;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        const beat = setInterval(() => void listener.say(": alive\n\n"), BEAT_MS);
        const listener: Listener = {
          topic,
          async say(text) {
            const welcome = await isWelcome().catch(() => false);
            if (!welcome) listener.end();
            else if (listeners.has(listener)) send(text);
          },
          end() {
            if (leave()) controller.close();
          },
        };
        leave = () => {
          clearInterval(beat);
          return listeners.delete(listener);
        };
        listeners.add(listener);
        signal.addEventListener("abort", listener.end, { once: true });
        send("retry: 5000\n\n");
        if (signal.aborted) listener.end(); // whoever asked has gone meanwhile, and it is not said twice
      },
      cancel: () => void leave(),
    });
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no", // nginx passes it on at once
      },
    });
  }

  return {
    /** Tells all streams of this topic. EVERYTHING: whoever listens, as after a lost connection. */
    tell(topic: string): void {
      for (const one of listeners)
        if (topic === EVERYTHING || one.topic === EVERYTHING || one.topic === topic)
          void one.say("data: changed\n\n");
    },
    stream,
    /** As `stream`, of all topics. */
    streamAll: (signal: AbortSignal, isWelcome: IsWelcome) => stream(EVERYTHING, signal, isWelcome),
    /** Ends all streams, so that the process can stop. */
    close(): void {
      for (const one of listeners) one.end();
    },
    size: () => listeners.size,
  };
}
