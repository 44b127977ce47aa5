/**
 * Keeps the page and what was typed while the site can't be reached. The router's requests are held, a notice names the
 * problem, and 'Try again' repeats them.
 *
 *   lost        no connection: repeated as soon as there is one
 *   failed      a proxy answered instead of the site (a 502), or nothing did in time
 *   fault       the site failed; the form stays, to be sent again
 *   signed out  the session has ended: continues once somebody signs in, in another tab
 *   unproved    the form takes a fresh proof of who sends it: `Proof` asks for it
 *
 *   <ConnectionNotice failureOf={profileFailure} />   the words for what was requested
 *
 * Its routes need `clientMiddleware = [keepPage]`. Forms may be sent twice.
 */
import LogIn from "lucide-react/icons/log-in";
import WifiOff from "lucide-react/icons/wifi-off";
import { type ComponentType, useEffect, useState } from "react";
import { data, type MiddlewareFunction } from "react-router";
import { PROOF_NEEDED } from "~/lib/proof-needed";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";

/** What the router requested: the page's path, and the `intent` of the posted form, if any. */
type Asked = { path: string; query: URLSearchParams; isForm: boolean; intent: string };
type Trouble = "lost" | "failed" | "fault" | "signed out" | "unproved";
type Held = { id: number; asked: Asked; trouble: Trouble; goOn: () => void; giveUp?: () => void };
type Props = {
  failureOf: (asked: Asked) => string;
  Proof?: ComponentType<{ onProved: () => void; onCancel: () => void }>;
};

const PAUSE_MS = 2000;
/** Milliseconds. A later response counts as lost. */
const ANSWER_MS = 30_000;

export function ConnectionNotice({ failureOf, Proof }: Props) {
  const [held, setHeld] = useState<Held[]>([]);
  useEffect(
    () =>
      holdRequests({
        add: (one) => setHeld((all) => [...all, one]),
        remove: (id) => setHeld((all) => all.filter((one) => one.id !== id)),
      }),
    [],
  );
  const unproved = held.find(({ trouble }) => trouble === "unproved");
  const last = held.findLast(({ trouble }) => trouble !== "unproved");
  const Icon = last?.trouble === "signed out" ? LogIn : WifiOff;
  return (
    <div role="alert" className="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-lg print:hidden">
      {Proof && unproved?.giveUp && (
        <Proof key={unproved.id} onProved={unproved.goOn} onCancel={unproved.giveUp} />
      )}
      {last && (
        <div className="flex items-start gap-3 rounded-card bg-ink p-4 text-snow shadow-lift">
          <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">
              {last.trouble === "signed out" ? "You have been signed out." : failureOf(last.asked)}
            </p>
            <p className="mt-1">{hintOf(last)}</p>
            <p className="mt-3 flex flex-wrap gap-2.5">
              {last.trouble === "signed out" && (
                <a
                  href={`/login?${new URLSearchParams({ redirect: last.asked.path })}`}
                  target="_blank"
                  rel="noopener"
                  className={buttonLook({ variant: "light", size: "small" })}
                >
                  Log in
                </a>
              )}
              <Button
                variant={last.trouble === "signed out" ? "secondary" : "light"}
                size="small"
                onClick={last.goOn}
              >
                {last.trouble === "fault" ? "Close" : "Try again"}
              </Button>
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

function hintOf({ trouble, asked }: Held): string {
  const stays = asked.isForm ? " What you typed stays here." : "";
  if (trouble === "lost") return `No connection.${stays} We’ll continue as soon as you’re back online.`;
  if (trouble === "fault") return `It’s our fault, and we’ve logged it.${stays}`;
  if (trouble === "failed") return `The site didn’t answer.${stays}`;
  return "Log in again in the new tab, and this will continue. What you typed stays here.";
}

/** For routes with a ConnectionNotice: the page stays if the site fails to handle a form, or nobody proves who sends it. */
export const keepPage: MiddlewareFunction = async ({ request }, next) => {
  const results = (await next()) as Record<string, { type: string; result: unknown }>;
  if (request.method === "GET" || request.signal.aborted) return results;
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    if (isUnproved(result)) results[id] = { type: "data", result: data(null, { status: PROOF_NEEDED }) };
    if (!isFault(result)) continue;
    dispatchEvent(new Event(FAULT));
    results[id] = { type: "data", result: data(null, { status: 503 }) };
  }
  return results;
};

/** Whether this is an error and not a response that a route threw. The router wraps what an action threw. */
function isFault(result: unknown): boolean {
  if (typeof result === "object" && result !== null && "data" in result) return result.data instanceof Error;
  return result instanceof Error;
}

function isUnproved(result: unknown): boolean {
  return (
    typeof result === "object" && result !== null && "status" in result && result.status === PROOF_NEEDED
  );
}

/** The window's event when the site has failed to handle the latest form. */
const FAULT = "formfault";

type Keeper = { add: (held: Held) => void; remove: (id: number) => void };

/** Holds the router's requests while they can't be answered. Returns a function that undoes this. */
function holdRequests({ add, remove }: Keeper): () => void {
  const ask = window.fetch;
  let count = 0;
  let lastForm: Asked | undefined;
  const showFault = () => {
    const id = ++count;
    if (lastForm) add({ id, asked: lastForm, trouble: "fault", goOn: () => remove(id) });
  };
  addEventListener(FAULT, showFault);
  window.fetch = async (input, init) => {
    const asked = askedOf(input, init);
    if (!asked) return ask(input, init);
    if (asked.isForm) lastForm = asked;
    for (;;) {
      const answer = await answerOf(ask, input, init, asked);
      const refusal = answer instanceof Response ? answer : null;
      if (refusal && refusal.status !== PROOF_NEEDED) return refusal;
      const trouble = answer instanceof Response ? "unproved" : answer;
      const id = ++count;
      const signal = init?.signal;
      try {
        const isOver = await new Promise<boolean>((end) => {
          const goOn = () => end(false);
          add({ id, asked, trouble, goOn, giveUp: () => end(true) });
          if (trouble !== "unproved") waitFor(trouble, signal).then(goOn);
        });
        if (isOver && refusal) return refusal;
      } finally {
        remove(id);
      }
      signal?.throwIfAborted();
    }
  };
  return () => {
    window.fetch = ask;
    removeEventListener(FAULT, showFault);
  };
}

/** The request, if it is the router's, for a page's data or its files; otherwise null. */
function askedOf(input: RequestInfo | URL, init: RequestInit | undefined): Asked | null {
  if (input instanceof Request) return null;
  const { origin, pathname, searchParams } = new URL(input, location.href);
  if (origin !== location.origin || !(pathname.endsWith(".data") || pathname === "/__manifest")) return null;
  const path =
    pathname === "/__manifest" ? location.pathname : pathname.replace(/(?:\/_root|\/_)?\.data$/, "") || "/";
  const isForm = init?.method !== undefined && init.method.toUpperCase() !== "GET";
  const body = init?.body;
  const intent = body instanceof URLSearchParams || body instanceof FormData ? body.get("intent") : null;
  return {
    path,
    query: searchParams,
    isForm,
    intent: typeof intent === "string" ? intent : "",
  };
}

/** The complete response, or why there is none. */
async function answerOf(
  ask: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  { isForm }: Asked,
): Promise<Response | Trouble> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
  try {
    const response = await ask(input, { ...init, signal });
    const { status, statusText, headers } = response;
    const isOurs = headers.has("X-Remix-Response") || (status < 500 && !isPage(headers));
    if (!isOurs && (status >= 500 || status < 300)) return "failed";
    if (isForm && status === 401) return "signed out";
    const body = status === 204 || status === 304 ? null : await response.arrayBuffer();
    return new Response(body, { status, statusText, headers });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    return late.aborted ? "failed" : "lost";
  }
}

/** HTML in place of data comes from a proxy, or from a network's own sign-in page. */
function isPage(headers: Headers): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") ?? false;
}

/** Waits until another try may help; returns at once when nobody waits any longer. */
function waitFor(trouble: Trouble, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const again = trouble === "signed out" ? "sessionchange" : "online";
    const timer = trouble === "lost" ? setTimeout(done, PAUSE_MS) : undefined;
    addEventListener(again, done);
    signal?.addEventListener("abort", done);
    function done() {
      clearTimeout(timer);
      removeEventListener(again, done);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
