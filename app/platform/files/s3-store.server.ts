import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Bucket } from "./address.server";
import { type FileStore, keyOf, StoreDown, StoreFull, sha256In, sha256Of } from "./store.server";

/** How often and how long to try; milliseconds. A crew may be waiting. */
type Patience = { tries: number; firstPauseMs: number; answerMs: number };
const PATIENCE: Patience = { tries: 3, firstPauseMs: 200, answerMs: 15_000 };

/** What is sent, with its SHA-256, by which the server notices damage on the way. */
type Content = { sha256?: string; body?: Uint8Array<ArrayBuffer> };
const NOTHING = sha256Of(new Uint8Array());

/** Keeps files in a bucket. */
export function s3Store(
  { url, name, host, region, accessKey, secretKey }: Bucket,
  { patience = PATIENCE } = {},
): FileStore {
  const place = `the bucket ${name} at ${host}`;
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: "s3",
    retries: 0,
  });
  /** Retried when the server fails or is silent. Null when it has no such object. */
  async function ask(method: string, path: string, content?: Content): Promise<Response | null> {
    for (let tried = 1; ; tried++) {
      const answer = await send(method, path, content).catch((error: Error) => error);
      if (answer instanceof Response && answer.ok) return answer;
      const problem = answer instanceof Response ? await problemOf(answer) : causeOf(answer);
      const status = answer instanceof Response ? answer.status : 0;
      if (status === 404 && !/NoSuchBucket/.test(problem)) return null;
      if (status === 507) throw new StoreFull(`There is no space left in ${place}.`);
      const mayRecover = status === 0 || status === 429 || status >= 500;
      if (!mayRecover || tried >= patience.tries)
        throw new StoreDown(`A ${method} to ${place} failed: ${problem}.`);
      await sleep(patience.firstPauseMs * 2 ** (tried - 1));
    }
  }
  async function send(
    method: string,
    path: string,
    { sha256 = NOTHING, body }: Content = {},
  ): Promise<Response> {
    const headers = { "X-Amz-Content-Sha256": sha256 };
    const signed = await client.sign(`${url}${path}`, { method, headers, body });
    return fetch(signed, { signal: AbortSignal.timeout(patience.answerMs), redirect: "error" });
  }
  /** What was asked for, read to its end. */
  function whole<Content>(reading: Promise<Content>): Promise<Content> {
    return reading.catch((error) => {
      throw new StoreDown(`An answer of ${place} broke off: ${causeOf(error)}.`);
    });
  }
  const pathOf = (sha256: string) => `/${keyOf(sha256)}`;
  return {
    place,
    isLocal: false,
    async put(content) {
      const sha256 = sha256Of(content);
      await done(await ask("PUT", pathOf(sha256), { sha256, body: Uint8Array.from(content) }));
      return sha256;
    },
    async read(sha256) {
      const answer = await ask("GET", pathOf(sha256));
      if (!answer) return null;
      // Read at once: a visitor's slow line must not make the bucket's answer late.
      const content = await whole(answer.blob());
      return { bytes: content.size, stream: content.stream() };
    },
    has: async (sha256) => (await done(await ask("HEAD", pathOf(sha256)))) !== null,
    remove: async (sha256) => void (await done(await ask("DELETE", pathOf(sha256)))),
    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2" });
        if (token) query.set("continuation-token", token);
        const answer = await ask("GET", `/?${query}`);
        const page = answer ? await whole(answer.text()) : "";
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const sha256 = sha256In(textIn(entry, "Key") ?? "");
          const at = textIn(entry, "LastModified");
          if (sha256 && at) yield { sha256, stored_at: Temporal.Instant.from(at) };
        }
        token = textIn(page, "NextContinuationToken");
      } while (token);
    },
    removeDrafts: async () => {}, // an object appears as a whole
  };
}

/** Frees the connection of a response whose body nobody reads. */
async function done(answer: Response | null): Promise<Response | null> {
  await answer?.body?.cancel();
  return answer;
}

/** "403 AccessDenied", without the server's words, which can repeat keys. */
async function problemOf(answer: Response): Promise<string> {
  const code = textIn(await answer.text().catch(() => ""), "Code");
  return [answer.status, code && /^\w+$/.test(code) ? code : ""].filter(Boolean).join(" ");
}

function causeOf(error: Error): string {
  const code = (error.cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? (error.name === "TimeoutError" ? "no answer" : error.message);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function textIn(xml: string, tag: string): string | undefined {
  const [, text] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  return text?.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? whole);
  });
}
