import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A request to the site. */
export type Kind = "month" | "create" | "status" | "page";

/** `status` is 0 when the connection broke. `from` is in `performance.now()`. */
export type Seen = { kind: Kind; status: number; taken: boolean; from: number; ms: number; what: string };

// biome-ignore lint/suspicious/noExplicitAny: what the site answers is checked where it matters
export type Answer = { status: number; body: any };

type Asking = { key?: string; json?: object; hangUpMs?: number };

const PATIENCE_MS = 30_000;
const AGAIN_MS = 300;
/** Milliseconds that a customer keeps retrying while the site fails. */
const STUBBORN_MS = 45_000;

/** A load balancer: sends each request to a process that is alive, and records every response. */
export function balancer() {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 });
  const alive = new Set<string>();
  const seen: Seen[] = [];

  const anyone = () => [...alive][Math.floor(Math.random() * alive.size)] ?? "http://127.0.0.1:9";

  function send(path: string, { key, json, hangUpMs }: Asking): Promise<{ status: number; text: string }> {
    const body = json && JSON.stringify(json);
    const headers = {
      ...(body && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
      ...(key && { "Idempotency-Key": key }),
    };
    return new Promise((resolve) => {
      const lost = (error?: Error) => resolve({ status: 0, text: error?.message ?? "" });
      const asking = request(
        anyone() + path,
        { method: body ? "POST" : "GET", agent, headers },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part) => parts.push(part));
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
          response.on("error", lost);
        },
      );
      asking.setTimeout(PATIENCE_MS, () => asking.destroy(new Error("no answer")));
      asking.on("error", lost);
      asking.end(body);
      if (hangUpMs !== undefined) setTimeout(() => asking.destroy(), hangUpMs);
    });
  }

  async function once(kind: Kind, path: string, asking: Asking): Promise<Answer> {
    const from = performance.now();
    const { status, text } = await send(path, asking);
    const body = kind === "page" || status === 0 ? text : parsed(text);
    const taken = status === 409 && body?.error?.field === "bookingDetails.time";
    const what = status === 200 ? "" : text.slice(0, 160);
    seen.push({ kind, status, taken, from, ms: performance.now() - from, what });
    return { status, body };
  }

  return {
    alive,
    seen,
    anyone,
    /** Retries until the response is not an error of the server. */
    async ask(kind: Kind, path: string, asking: Asking = {}): Promise<Answer> {
      for (const until = performance.now() + STUBBORN_MS; ; ) {
        const answer = await once(kind, path, asking);
        const troubled = answer.status === 0 || answer.status >= 500;
        if (!troubled || performance.now() > until) return answer;
        await sleep(AGAIN_MS * (1 + Math.random()));
      }
    },
    /** Sends a request without waiting for its response. */
    hangUp: (path: string, asking: Asking, hangUpMs: number) => send(path, { ...asking, hangUpMs }),
    close: () => agent.destroy(),
  };
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
