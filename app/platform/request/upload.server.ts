import { boundaryOf, HEAD_END, MAX_HEAD_BYTES } from "./multipart.server";

/** The body is not a form with a file, or was cut off. */
export class BrokenUpload extends Error {
  override name = "BrokenUpload";
}

/**
 * The file of a form with nothing else (multipart/form-data), streamed, so that it is never in memory as a whole. Empty
 * when no file was chosen.
 * @throws BrokenUpload
 */
export async function* uploadedFile(request: Request): AsyncGenerator<Buffer> {
  const boundary = boundaryOf(request);
  if (!boundary || !request.body) throw new BrokenUpload("No file was sent.");
  const end = Buffer.from(`\r\n--${boundary}`);
  let waiting = Buffer.alloc(0);
  let inFile = false;
  for await (const piece of request.body) {
    waiting = Buffer.concat([waiting, piece]);
    if (!inFile) {
      const head = waiting.indexOf(HEAD_END);
      if (head < 0 && waiting.length > MAX_HEAD_BYTES) throw new BrokenUpload("No file was sent.");
      if (head < 0) continue;
      if (!isFile(waiting.subarray(0, head).toString(), boundary))
        throw new BrokenUpload("No file was sent.");
      waiting = waiting.subarray(head + HEAD_END.length);
      inFile = true;
    }
    const stop = waiting.indexOf(end);
    if (stop >= 0) {
      yield waiting.subarray(0, stop);
      return;
    }
    const sure = waiting.length - end.length; // the boundary may begin here
    if (sure <= 0) continue;
    yield waiting.subarray(0, sure);
    waiting = waiting.subarray(sure);
  }
  throw new BrokenUpload("The upload was incomplete.");
}

function isFile(head: string, boundary: string): boolean {
  return head.startsWith(`--${boundary}\r\n`) && /^content-disposition:.*\bfilename=/im.test(head);
}
