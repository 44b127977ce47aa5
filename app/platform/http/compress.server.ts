import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { encodingFor } from "./accept-encoding.server";

/** Bytes. A smaller response hardly shrinks. */
const LEAST_BYTES = 1024;
/**
 * Bytes. Up to this size, compressing takes less time than handing the work to a thread; more would block other requests.
 */
const MOST_BYTES_AT_ONCE = 128 * 1024;
/** Types that the router sends in one piece. Others, such as exports, are streamed. */
const WHOLE = /^(?:text\/html|text\/x-script|application\/json)\b/;
/** Takes two thirds of the time of the default 6; pages are 3% larger. */
const GZIP = { level: 4 };
/** Takes as long as gzip at this level; pages are a sixth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };

const compressors = {
  br: {
    now: (bytes: Buffer) => brotliCompressSync(bytes, BROTLI),
    elsewhere: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  },
  gzip: {
    now: (bytes: Buffer) => gzipSync(bytes, GZIP),
    elsewhere: (bytes: Buffer) => promisify(gzip)(bytes, GZIP),
  },
};

const WITHOUT_BODY = [204, 205, 206, 304];

/** Compresses a rendered response: whole if it is one piece, because a stream takes twice the time. */
export async function compressWhole(response: Response, accepted: string | undefined): Promise<Response> {
  const { headers, status } = response;
  const isWhole = WHOLE.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
  if (!isWhole || WITHOUT_BODY.includes(status)) return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length < LEAST_BYTES) return new Response(bytes, { status, headers });
  headers.append("Vary", "Accept-Encoding");
  const encoding = encodingFor(accepted);
  if (encoding === "identity") return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  const { now, elsewhere } = compressors[encoding];
  const compress = bytes.length <= MOST_BYTES_AT_ONCE ? now : elsewhere;
  return new Response(await compress(bytes), { status, headers });
}
