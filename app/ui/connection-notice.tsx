/**
 * Holds what the router asks of the server while there is no connection, and says so: the page stays as it is, with what
 * was typed, and goes on by itself. Around pages whose forms may be sent twice.
 */
import WifiOff from "lucide-react/icons/wifi-off";
import { useEffect, useState } from "react";

const PAUSE_MS = 2000;

export function ConnectionNotice() {
  const [held, setHeld] = useState(0);
  useEffect(
    () =>
      holdRequests({
        lost: () => setHeld((count) => count + 1),
        found: () => setHeld((count) => count - 1),
      }),
    [],
  );
  return (
    <div role="alert" className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md print:hidden">
      {held > 0 && (
        <p className="flex items-start gap-3 rounded-card bg-ink p-4 text-snow shadow-lift">
          <WifiOff aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong className="font-semibold">No connection.</strong> What you typed stays here, and this goes
            on as soon as there is one again.
          </span>
        </p>
      )}
    </div>
  );
}

type Listener = { lost: () => void; found: () => void };

/** Makes the router's requests wait for a connection; gives the way back. */
function holdRequests({ lost, found }: Listener): () => void {
  const ask = window.fetch;
  window.fetch = async (input, init) => {
    if (!isRouters(input)) return ask(input, init);
    let waits = false;
    try {
      for (;;) {
        try {
          return await ask(input, init);
        } catch (error) {
          if (init?.signal?.aborted) throw error;
          if (!waits) lost();
          waits = true;
          await connection(init?.signal);
        }
      }
    } finally {
      if (waits) found();
    }
  };
  return () => {
    window.fetch = ask;
  };
}

/** Of a page's data, or of which files it needs. */
function isRouters(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const { origin, pathname } = new URL(input, location.href);
  return origin === location.origin && (pathname.endsWith(".data") || pathname === "/__manifest");
}

/** A moment later, or once the browser is online; at once when nobody waits any more. */
function connection(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, PAUSE_MS);
    addEventListener("online", done);
    signal?.addEventListener("abort", done);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
