import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";

/** A file of this machine as a download, streamed; null when it does not exist. */
export async function fileResponse(path: string, filename: string, type: string): Promise<Response | null> {
  const handle = await open(path).catch(() => null);
  if (!handle) return null;
  const { size } = await handle.stat();
  const stream = createReadStream(path, { fd: handle });
  return download(Readable.toWeb(stream) as ReadableStream<Uint8Array>, filename, type, size);
}

/** Lines of text as a download, streamed. */
export function linesResponse(lines: AsyncIterable<string>, filename: string): Response {
  async function* text() {
    for await (const line of lines) yield Buffer.from(`${line}\n`);
  }
  const stream = Readable.from(text(), { highWaterMark: 64 });
  return download(
    Readable.toWeb(stream) as ReadableStream<Uint8Array>,
    filename,
    "text/plain; charset=utf-8",
  );
}

function download(body: ReadableStream<Uint8Array>, filename: string, type: string, size?: number): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
      ...(size !== undefined && { "Content-Length": String(size) }),
    },
  });
}
