/** The body is no form with parts, was cut off, or has more than a form may have. */
export class BrokenForm extends Error {
  override name = "BrokenForm";
}

/** A field or file of a form. `filename` is null for a field. `content` is null for a file that is too long. */
export type FormPart = { name: string; filename: string | null; content: Buffer | null };

type Limits = {
  /** Bytes of one file, and of one field. */
  file: number;
  field: number;
  /** Fields and files together. */
  parts: number;
  /** Bytes of the whole form. */
  total: number;
};

export const HEAD_END = Buffer.from("\r\n\r\n");
/** Bytes. The headers of a part: its name and type. */
export const MAX_HEAD_BYTES = 8 * 1024;

/**
 * The parts of a posted form (multipart/form-data), one after the other, so that only one is in memory. What is left of a file
 * that is too long is read and dropped: the other parts still arrive.
 * @throws BrokenForm
 */
export async function* formParts(request: Request, limits: Limits): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(request);
  if (!boundary || !request.body) throw new BrokenForm("No form was sent.");
  const body = readerOf(request.body, limits.total);
  const mark = Buffer.from(`\r\n--${boundary}`);
  await body.until(mark.subarray(2), MAX_HEAD_BYTES);
  for (let count = 0; (await body.take(2)).toString() !== "--"; count++) {
    if (count === limits.parts) throw new BrokenForm("The form has too many parts.");
    const head = await body.until(HEAD_END, MAX_HEAD_BYTES);
    const { name, filename } = namesIn(head?.toString() ?? "");
    const content = await body.until(mark, filename === null ? limits.field : limits.file);
    if (content === null && filename === null) throw new BrokenForm("A field is too long.");
    yield { name, filename, content };
  }
}

/** What stands between the parts of a posted form (multipart/form-data); undefined if the body is none. */
export function boundaryOf({ headers }: Request): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data;.*\bboundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(
      headers.get("Content-Type") ?? "",
    ) ?? [];
  return quoted ?? plain;
}

/** Reads a body by pieces. Both throw `BrokenForm` when it ends before. */
function readerOf(body: ReadableStream<Uint8Array>, total: number) {
  const pieces = body[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);
  let arrived = 0;
  const more = async () => {
    const { done, value } = await pieces.next();
    if (done) throw new BrokenForm("The form was cut off.");
    arrived += value.length;
    if (arrived > total) throw new BrokenForm("The form is too long.");
    waiting = Buffer.concat([waiting, value]);
  };
  return {
    async take(bytes: number): Promise<Buffer> {
      while (waiting.length < bytes) await more();
      const taken = waiting.subarray(0, bytes);
      waiting = waiting.subarray(bytes);
      return taken;
    },
    /** What stands before `end`, which is dropped; null if it is longer than `most` bytes. */
    async until(end: Buffer, most: number): Promise<Buffer | null> {
      const kept: Buffer[] = [];
      let bytes = 0;
      const keep = (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > most) kept.length = 0;
        else kept.push(piece);
      };
      for (;;) {
        const stop = waiting.indexOf(end);
        const sure = stop < 0 ? Math.max(0, waiting.length - end.length + 1) : stop; // the end may begin here
        keep(waiting.subarray(0, sure));
        waiting = waiting.subarray(stop < 0 ? sure : stop + end.length);
        if (stop >= 0) return bytes > most ? null : Buffer.concat(kept);
        await more();
      }
    },
  };
}

/** The names in the headers of a part. Browsers write quotes and line breaks in them as %22, %0D and %0A. */
function namesIn(head: string): { name: string; filename: string | null } {
  const read = (key: string) =>
    new RegExp(`^content-disposition:.*;\\s*${key}="([^"]*)"`, "im")
      .exec(head)?.[1]
      ?.replace(/%22/g, '"')
      .replace(/%0[DA]/gi, " ");
  const name = read("name");
  if (name === undefined) throw new BrokenForm("A part has no name.");
  return { name, filename: read("filename") ?? null };
}
