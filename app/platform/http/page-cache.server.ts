import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Encoding, encodingFor } from "./accept-encoding.server";

/** A page in one encoding, ready to send. Its ETag is strong: it names this encoding only. */
type Body = { etag: string; bytes: Buffer<ArrayBuffer> | string; headers: HeaderList; unchanged: HeaderList };
/** Names and values in turn, the fastest form for Node to send. */
type HeaderList = string[];
type Visitor = { host?: string; accepted?: string };
type CachedPage = Record<Encoding, Body>;

/** Compression window of 64 KB, about a page: a twelfth of the time and memory of the default 4 MB. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };

const compressors: Record<Exclude<Encoding, "identity">, (html: Buffer) => Promise<Buffer<ArrayBuffer>>> = {
  br: (html) => promisify(brotliCompress)(html, { params: BROTLI }),
  gzip: (html) => promisify(gzip)(html, { level: 9 }),
};

/**
 * Bytes. Node sends a body of up to this size together with its headers if it is a string; a buffer takes half as long
 * again.
 */
const MOST_AS_TEXT = 14 * 1024;

/** Every time zone's days begin with a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60 * 1000;

/**
 * Caches finished public pages in brotli, gzip and plain, and answers before the framework runs. It holds the newest
 * `maxPages`, each until the quarter of an hour is over, because pages show what begins at midnight: prices and the current
 * year. `clear` empties it when data behind the pages changes; pages rendered before that are not stored. `byHost` keeps a
 * copy per host, for pages that name their own address. `clock` is in milliseconds of UTC.
 */
export function openPageCache({ maxPages = 100, byHost = false, clock = Date.now } = {}) {
  const pages = new Map<string, CachedPage>();
  let generation = 0;
  const quarterNow = () => Math.floor(clock() / QUARTER_MS);
  let quarter = quarterNow();
  const keyOf = (url: string, host: string | undefined) => (byHost ? `${host} ${url}` : url);
  const clear = () => {
    generation += 1;
    pages.clear();
  };
  const clearWhenOver = () => {
    const before = quarter;
    quarter = quarterNow();
    if (quarter !== before) clear();
  };
  return {
    /** Sends the cached page; returns false when there is none for this request. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      clearWhenOver();
      const reads = request.method === "GET" || request.method === "HEAD";
      const key = keyOf(request.url ?? "", request.headers.host);
      const page = reads && !isPersonal(request.headers.cookie) ? pages.get(key) : undefined;
      if (!page) return false;
      const body = page[encodingFor(request.headers["accept-encoding"])];
      if (isKnown(body.etag, request.headers["if-none-match"])) response.writeHead(304, body.unchanged).end();
      else response.writeHead(200, body.headers).end(body.bytes, "latin1");
      return true;
    },
    generation(): number {
      clearWhenOver();
      return generation;
    },
    /**
     * Stores a page that was rendered after `renderedAt` (the generation before rendering). Returns the response in the
     * best accepted encoding, as the next visitor will get it.
     */
    async store(
      url: string,
      response: Response,
      renderedAt: number,
      { host, accepted }: Visitor = {},
    ): Promise<Response> {
      const bodies = await bodiesOf(response);
      clearWhenOver();
      if (renderedAt === generation) {
        const [oldest] = pages.keys();
        if (oldest !== undefined && pages.size >= maxPages) pages.delete(oldest);
        pages.set(keyOf(url, host), bodies);
      }
      return responseOf(bodies[encodingFor(accepted)]);
    },
    clear,
  };
}

/** A page in each encoding, with its headers. */
async function bodiesOf(page: Response): Promise<Record<Encoding, Body>> {
  const html = Buffer.from(await page.arrayBuffer());
  const [br, zipped] = await Promise.all([compressors.br(html), compressors.gzip(html)]);
  const hash = createHash("sha256").update(html).digest("base64url").slice(0, 22);
  const body = (bytes: Buffer<ArrayBuffer>, encoding: Encoding): Body => {
    const etag = `"${hash}${encoding === "identity" ? "" : `-${encoding}`}"`;
    const unchanged = { etag, vary: "Accept-Encoding", "cache-control": "no-cache" };
    const headers = {
      ...Object.fromEntries(page.headers),
      ...unchanged,
      "content-length": String(bytes.length),
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    };
    return {
      etag,
      bytes: bytes.length <= MOST_AS_TEXT ? bytes.toString("latin1") : bytes,
      headers: Object.entries(headers).flat(),
      unchanged: Object.entries(unchanged).flat(),
    };
  };
  return { br: body(br, "br"), gzip: body(zipped, "gzip"), identity: body(html, "identity") };
}

function responseOf({ bytes, headers: list }: Body): Response {
  const headers = new Headers();
  for (let at = 0; at < list.length; at += 2) headers.set(list[at] ?? "", list[at + 1] ?? "");
  return new Response(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, { headers });
}

/** Whether the visitor's cookies make the page personal: a session, or a toast to show. */
export function isPersonal(cookie: string | null | undefined): boolean {
  return !!cookie && /(?:^|;\s*)(?:__Secure-)?wb[._]/.test(cookie);
}

export type PageCache = ReturnType<typeof openPageCache>;

/** Whether the visitor has this version: If-None-Match names it (perhaps weakened by a proxy) or is "*". */
function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  const tags = known.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
