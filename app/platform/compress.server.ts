import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { acceptsGzip } from "./accept-encoding.server";

/** Below this it would hardly get smaller. */
const LEAST_BYTES = 1024;
/** Up to here it is done before another thread would have begun; more would keep everybody else waiting. */
const MOST_BYTES_AT_ONCE = 128 * 1024;
/** What the router makes in one go; all else, like exports, comes in parts. */
const WHOLE = /^(?:text\/html|text\/x-script|application\/json)\b/;
/** Takes two thirds of the time of the usual 6, for a page that is a thirtieth larger. */
const LEVEL = 4;

const gzipElsewhere = promisify(gzip);

const WITHOUT_BODY = [204, 205, 206, 304];

/** An answer that is made anew for each visitor, compressed as a whole if it is one: a stream would take twice the time. */
export async function compressWhole(response: Response, accepted: string | undefined): Promise<Response> {
  const { headers, status } = response;
  const isWhole = WHOLE.test(headers.get("Content-Type") ?? "") && !headers.has("Content-Encoding");
  if (!isWhole || WITHOUT_BODY.includes(status)) return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length < LEAST_BYTES) return new Response(bytes, { status, headers });
  headers.append("Vary", "Accept-Encoding");
  if (!acceptsGzip(accepted)) return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", "gzip");
  headers.delete("Content-Length");
  const zip = bytes.length <= MOST_BYTES_AT_ONCE ? gzipSync : gzipElsewhere;
  return new Response(await zip(bytes, { level: LEVEL }), { status, headers });
}
