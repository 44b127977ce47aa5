import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** Bytes that a file of a ZIP may have at most unless it is large, before and after it is compressed. */
const MAX_ENTRY_BYTES = 0xffff_fffe;
const UTF8 = 0x0800;
/** Sizes and checksum follow the content, because it is streamed. */
const DESCRIPTOR = 0x0008;
const STORED = 0;
const DEFLATED = 8;
const BIG = 0xffff_ffff;
const MANY = 0xffff;

export type ZipContent = {
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** False for what is compressed already, such as a photo. */
  compress: boolean;
  /** Whether it may have 4 GB or more. Old programs can't read such a file. */
  isLarge?: boolean;
};

type Entry = {
  name: Buffer;
  method: number;
  isLarge: boolean;
  crc: number;
  size: number;
  packed: number;
  offset: number;
};

/**
 * Writes a ZIP to `path`, one piece at a time; with ZIP64 records where it has more than 4 GB or 65,535 files. Returns its size in
 * bytes. The file is there only as a whole once this returns: name it otherwise until then.
 */
export async function writeZip(
  path: string,
  files: AsyncIterable<ZipContent>,
  at: Temporal.Instant,
): Promise<number> {
  let bytes = 0;
  async function* counted() {
    for await (const piece of zipPieces(files, dosTime(at), () => bytes)) {
      bytes += piece.length;
      yield piece;
    }
  }
  await pipeline(counted(), createWriteStream(path, { mode: 0o600, flush: true }));
  return bytes;
}

async function* zipPieces(
  files: AsyncIterable<ZipContent>,
  time: number,
  here: () => number,
): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  for await (const file of files) {
    const entry: Entry = {
      name: Buffer.from(file.name),
      method: file.compress ? DEFLATED : STORED,
      isLarge: file.isLarge ?? false,
      ...{ crc: 0, size: 0, packed: 0, offset: here() },
    };
    yield localHeader(entry, time);
    for await (const piece of packed(file, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    if (!entry.isLarge && Math.max(entry.size, entry.packed) > MAX_ENTRY_BYTES)
      throw new Error(`${file.name} is too large for a ZIP`);
    yield descriptor(entry);
    entries.push(entry);
  }
  const start = here();
  for (const entry of entries) yield centralHeader(entry, time);
  yield endOf(entries.length, start, here());
}

/** The content as it stands in the file; counts what goes in. */
async function* packed({ content, compress }: ZipContent, entry: Entry): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.size += piece.length;
      yield piece;
    }
  }
  if (!compress) {
    yield* counted();
    return;
  }
  const deflate = createDeflateRaw();
  const fed = pipeline(counted(), deflate);
  fed.catch(() => {}); // the loop below throws the same
  for await (const piece of deflate) yield piece as Uint8Array;
  await fed;
}

/** MS-DOS date and time in UTC, to two seconds: what a ZIP has. */
function dosTime(at: Temporal.Instant): number {
  const { year, month, day, hour, minute, second } = at.toZonedDateTimeISO("UTC");
  return (
    (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
  );
}

/** Sizes of a large file have 64 bits in its descriptor, which an extra field says. */
function localHeader({ name, method, isLarge }: Entry, time: number): Buffer {
  const extra = isLarge ? largeField([0, 0]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLarge ? 45 : 20, 4);
  head.writeUInt16LE(UTF8 | DESCRIPTOR, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(time, 10);
  head.writeUInt32LE(isLarge ? BIG : 0, 18);
  head.writeUInt32LE(isLarge ? BIG : 0, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

function descriptor({ crc, size, packed: compressed, isLarge }: Entry): Buffer {
  const tail = Buffer.alloc(isLarge ? 24 : 16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  if (isLarge) {
    tail.writeBigUInt64LE(BigInt(compressed), 8);
    tail.writeBigUInt64LE(BigInt(size), 16);
  } else {
    tail.writeUInt32LE(compressed, 8);
    tail.writeUInt32LE(size, 12);
  }
  return tail;
}

function centralHeader(entry: Entry, time: number): Buffer {
  const { name, method, crc, size, packed: compressed, offset } = entry;
  const far = [size, compressed, offset].filter((value) => value >= BIG);
  const extra = far.length > 0 ? largeField(far) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(45, 4);
  head.writeUInt16LE(entry.isLarge || far.length > 0 ? 45 : 20, 6);
  head.writeUInt16LE(UTF8 | DESCRIPTOR, 8);
  head.writeUInt16LE(method, 10);
  head.writeUInt32LE(time, 12);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(Math.min(compressed, BIG), 20);
  head.writeUInt32LE(Math.min(size, BIG), 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(Math.min(offset, BIG), 42);
  return Buffer.concat([head, name, extra]);
}

/** The ZIP64 field: what doesn't fit into 32 bits, in the order of the header. */
function largeField(values: number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [place, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * place);
  return field;
}

/** The end of the ZIP, and before it the ZIP64 end, which readers need only for what is large. */
function endOf(count: number, start: number, here: number): Buffer {
  const length = here - start;
  const large = Buffer.alloc(56 + 20);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  large.writeUInt32LE(0x07064b50, 56);
  large.writeBigUInt64LE(BigInt(here), 64);
  large.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MANY), 8);
  end.writeUInt16LE(Math.min(count, MANY), 10);
  end.writeUInt32LE(Math.min(length, BIG), 12);
  end.writeUInt32LE(Math.min(start, BIG), 16);
  return count >= MANY || start >= BIG || length >= BIG ? Buffer.concat([large, end]) : end;
}
