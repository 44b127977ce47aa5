import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createInflateRaw } from "node:zlib";

/** The file is no ZIP, is cut off, or its parts contradict each other. The message says which. */
export class BrokenZip extends Error {
  override name = "BrokenZip";
}

export type ZipEntry = {
  name: string;
  /** Bytes of the content, and of it in the ZIP. */
  size: number;
  packed: number;
  crc: number;
  method: number;
  offset: number;
};

export type OpenZip = {
  /** By name. */
  entries: ReadonlyMap<string, ZipEntry>;
  /** The content of a file, one piece at a time, never more than its size. @throws BrokenZip */
  read: (entry: ZipEntry) => AsyncGenerator<Uint8Array>;
  close: () => Promise<void>;
};

const END = 22;
const MAX_COMMENT = 0xffff;
const BIG = 0xffff_ffff;
/** Bytes of the list of files: about a million names. */
const MAX_DIRECTORY = 200 * 1024 ** 2;
/** A relative path of plain names: no drive, no "..", no backslash. */
const NAME = /^(?!\.)[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/**
 * Opens a ZIP by its list of files, and reads its content by pieces. Refuses names that lead elsewhere, names that come twice, files
 * that lie over each other, and what is encrypted. @throws BrokenZip
 */
export async function openZip(path: string): Promise<OpenZip> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const end = await findEnd(handle, size);
    const entries = parseDirectory(await readAt(handle, end.start, end.length), end);
    return {
      entries,
      read: (entry) => contentOf(path, handle, entry, end.start),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Directory = { count: number; start: number; length: number };

async function findEnd(handle: FileHandle, size: number): Promise<Directory> {
  const from = Math.max(0, size - END - MAX_COMMENT);
  const tail = await readAt(handle, from, size - from);
  const place = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (place < 0 || place + END > tail.length)
    throw new BrokenZip("This is not a ZIP file, or it was cut off. Download it again.");
  let count = tail.readUInt16LE(place + 10);
  let length = tail.readUInt32LE(place + 12);
  let start = tail.readUInt32LE(place + 16);
  if (count === 0xffff || length === BIG || start === BIG) {
    const locator = await readAt(handle, from + place - 20, 20);
    if (locator.readUInt32LE(0) !== 0x07064b50) throw new BrokenZip("The end of the ZIP can't be read.");
    const large = await readAt(handle, Number(locator.readBigUInt64LE(8)), 56);
    if (large.readUInt32LE(0) !== 0x06064b50) throw new BrokenZip("The end of the ZIP can't be read.");
    count = Number(large.readBigUInt64LE(32));
    length = Number(large.readBigUInt64LE(40));
    start = Number(large.readBigUInt64LE(48));
  }
  if (length > MAX_DIRECTORY) throw new BrokenZip("The ZIP lists too many files.");
  if (start + length > from + place) throw new BrokenZip("The ZIP was cut off. Download it again.");
  return { count, start, length };
}

function parseDirectory(list: Buffer, { count, start }: Directory): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50)
      throw new BrokenZip("The ZIP's list of files can't be read.");
    const nameLength = list.readUInt16LE(at + 28);
    const extraLength = list.readUInt16LE(at + 30);
    const name = list.toString("utf8", at + 46, at + 46 + nameLength);
    const flags = list.readUInt16LE(at + 8);
    const entry: ZipEntry = {
      name,
      method: list.readUInt16LE(at + 10),
      crc: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
    };
    readLargeSizes(entry, list.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    at += 46 + nameLength + extraLength + list.readUInt16LE(at + 32);
    if (name.endsWith("/")) continue; // a folder
    if (!NAME.test(name)) throw new BrokenZip("The ZIP has a file with a name that is not allowed.");
    if (flags & 1 || (entry.method !== 0 && entry.method !== 8))
      throw new BrokenZip(`${name} is packed in a way that can't be read here.`);
    if (entries.has(name)) throw new BrokenZip(`The ZIP has two files named ${name}.`);
    if (entry.offset + 30 + entry.packed > start) throw new BrokenZip(`${name} does not lie within the ZIP.`);
    entries.set(name, entry);
  }
  refuseOverlaps([...entries.values()]);
  return entries;
}

/** Sizes that don't fit into 32 bits stand in the extra field, in this order. */
function readLargeSizes(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    for (const field of ["size", "packed", "offset"] as const) {
      if (entry[field] !== BIG || place + 8 > extra.length) continue;
      entry[field] = Number(extra.readBigUInt64LE(place));
      place += 8;
    }
  }
}

/** A small ZIP whose files all share one content would unpack to any size. */
function refuseOverlaps(entries: ZipEntry[]): void {
  let end = 0;
  for (const { name, offset, packed } of entries.sort((one, other) => one.offset - other.offset)) {
    if (offset < end) throw new BrokenZip(`${name} lies over another file of the ZIP.`);
    end = offset + 30 + packed;
  }
}

async function* contentOf(
  path: string,
  handle: FileHandle,
  { name, method, size, packed, crc, offset }: ZipEntry,
  limit: number,
): AsyncGenerator<Uint8Array> {
  const head = await readAt(handle, offset, 30);
  const from = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (head.readUInt32LE(0) !== 0x04034b50 || from + packed > limit)
    throw new BrokenZip(`${name} does not lie within the ZIP.`);
  let bytes = 0;
  let sum = 0;
  for await (const piece of unpacked(path, { method, from, packed })) {
    bytes += piece.length;
    if (bytes > size) throw new BrokenZip(`${name} is larger than the ZIP says.`);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== size || sum !== crc) throw new BrokenZip(`${name} is damaged. Download the ZIP again.`);
}

type Packed = { method: number; from: number; packed: number };

async function* unpacked(path: string, { method, from, packed }: Packed): AsyncGenerator<Uint8Array> {
  if (packed === 0) return;
  const source = createReadStream(path, { start: from, end: from + packed - 1 });
  if (method === 0) {
    for await (const piece of source) yield piece as Uint8Array;
    return;
  }
  const inflate = createInflateRaw();
  const fed = pipeline(source, inflate);
  fed.catch(() => {}); // the loop below throws the same
  try {
    for await (const piece of inflate) yield piece as Uint8Array;
    await fed;
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith("Z_"))
      throw new BrokenZip("A file of the ZIP is damaged. Download the ZIP again.");
    throw error;
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, Math.max(0, position));
  if (position < 0 || bytesRead < buffer.length)
    throw new BrokenZip("The ZIP was cut off. Download it again.");
  return buffer;
}
