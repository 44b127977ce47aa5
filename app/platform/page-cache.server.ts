import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Encoding = "br" | "gzip" | "identity";
type Body = { bytes: Buffer; headers: Record<string, string | number> };
type CachedPage = { etag: string; bodies: Record<Encoding, Body> };

const compressors: Record<Exclude<Encoding, "identity">, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html) => promisify(gzip)(html, { level: 9 }),
};

/**
 * Finished HTML of public pages in brotli, gzip and plain, answered before any framework is asked. It holds the newest
 * `maxPages`; `clear` empties it when the data behind the pages changes, and what was rendered before is not stored.
 */
export function openPageCache({ maxPages = 100 } = {}) {
  const pages = new Map<string, CachedPage>();
  let generation = 0;
  return {
    /** Answers the request when its page is here; false when somebody else must. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const page = request.method === "GET" ? pages.get(request.url ?? "") : undefined;
      if (!page) return false;
      if (request.headers["if-none-match"] === page.etag) {
        response.writeHead(304, { ETag: page.etag }).end();
        return true;
      }
      const { bytes, headers } = page.bodies[encodingFor(request.headers["accept-encoding"])];
      response.writeHead(200, headers).end(bytes);
      return true;
    },
    generation: () => generation,
    /** Stores a page rendered since `renderedAt`, a generation read before rendering began. */
    async store(url: string, response: Response, renderedAt: number): Promise<void> {
      const html = Buffer.from(await response.arrayBuffer());
      const [br, zipped] = await Promise.all([compressors.br(html), compressors.gzip(html)]);
      if (renderedAt !== generation) return;
      const etag = `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`;
      const headers = { ...Object.fromEntries(response.headers), etag, vary: "Accept-Encoding" };
      const body = (bytes: Buffer, encoding: Encoding): Body => ({
        bytes,
        headers: {
          ...headers,
          "content-length": bytes.length,
          ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
        },
      });
      const bodies = { br: body(br, "br"), gzip: body(zipped, "gzip"), identity: body(html, "identity") };
      const [oldest] = pages.keys();
      if (oldest !== undefined && pages.size >= maxPages) pages.delete(oldest);
      pages.set(url, { etag, bodies });
    },
    clear(): void {
      generation += 1;
      pages.clear();
    },
  };
}

export type PageCache = ReturnType<typeof openPageCache>;

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? "");
  if (/\bbr\b/.test(names)) return "br";
  return /\bgzip\b/.test(names) ? "gzip" : "identity";
}
