import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { z } from "zod";
import { sha256Of } from "~/platform/files/store.server";
import {
  type BackupFile,
  decrypted,
  encrypted,
  isEncryptedFile,
  LockedBackup,
  pathOf,
} from "./encrypt.server";
import {
  type CarriedFiles,
  endSchema,
  FORMAT_VERSION,
  fileSchema,
  filesSchema,
  type Header,
  headerSchema,
  jobSchema,
  type Manifest,
  type Part,
  sequencesSchema,
  tableSchema,
} from "./format";
import { BATCH_ROWS, type Digest, digester } from "./rows.server";

/** The file is incomplete or not a backup that this version can read. The message says why. */
export class BrokenBackup extends Error {
  override name = "BrokenBackup";
}

/** Maximum lengths in characters. The first line is the header; any other line holds at most one row. */
export const LIMITS = { header: 64 * 1024, line: 16 * 1024 ** 2 };
/** Maximum characters of rows in memory, or one row. */
const BATCH_CHARACTERS = 8 * 1024 ** 2;
/** Up to this size in bytes, the compression ratio is not checked. */
const FREE_TEXT = 64 * 1024 ** 2;
/** Maximum compression ratio. Similar rows reach about 50; only a decompression bomb exceeds this. */
const MAX_RATIO = 200;

/**
 * Writes to a temporary file and renames it, so that a crash leaves no partial backup. Readable by the owner only. Encrypts
 * it for `recipient`, if there is one; then `written` has the key that reads it once more.
 */
export async function writeBackup(
  file: string,
  text: AsyncIterable<string>,
  recipient: string | null = null,
): Promise<{ bytes: number; written: BackupFile }> {
  const draft = `${file}.part`;
  let written: BackupFile = file;
  const sealed = (content: AsyncIterable<Uint8Array>) =>
    recipient === null
      ? content
      : encrypted(content, recipient, (key) => {
          written = { file, key };
        });
  try {
    await pipeline(text, createGzip(), sealed, createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return { bytes: (await stat(file)).size, written };
}

/** Streams a backup, a few rows at a time. */
export function readBackup(file: BackupFile): AsyncGenerator<Part> {
  return readParts(fileText(file));
}

/** Parses the text of a backup and verifies its checksums. The backup is complete only if the part `end` was read. */
export async function* readParts(text: AsyncIterable<string>): AsyncGenerator<Part> {
  const hash = createHash("sha256");
  const digests: Record<string, Digest> = {};
  let table:
    | { name: string; digest: ReturnType<typeof digester>; waiting: string[]; characters: number }
    | undefined;
  let ended = false;
  let first = true;

  function* flush(): Generator<Part> {
    if (!table || table.waiting.length === 0) return;
    table.digest.add(table.waiting);
    yield { kind: "rows", lines: table.waiting };
    table.waiting = [];
    table.characters = 0;
  }
  function* closeTable(): Generator<Part> {
    yield* flush();
    if (table) digests[table.name] = table.digest.end();
    table = undefined;
  }

  for await (const line of linesOf(text)) {
    if (ended) throw new BrokenBackup("The file has extra data after the end of the backup.");
    if (first) {
      first = false;
      hash.update(line).update("\n");
      yield { kind: "header", header: headerOf(line) };
      continue;
    }
    if (line.startsWith("[") && table) {
      hash.update(line).update("\n");
      table.waiting.push(line);
      table.characters += line.length;
      if (table.waiting.length >= BATCH_ROWS || table.characters >= BATCH_CHARACTERS) yield* flush();
      continue;
    }
    yield* closeTable();
    const value = parseJson(line);
    const end = endSchema.safeParse(value);
    if (end.success) {
      const { tables, sha256 } = end.data.end;
      if (hash.digest("hex") !== sha256) throw new BrokenBackup("Its contents don't match its checksum.");
      compareDigests(tables, digests);
      ended = true;
      yield { kind: "end", tables };
      continue;
    }
    hash.update(line).update("\n");
    const next = tableSchema.safeParse(value);
    if (next.success) {
      table = { name: next.data.table, digest: digester(), waiting: [], characters: 0 };
      yield { kind: "table", name: next.data.table, columns: next.data.columns };
      continue;
    }
    const sequences = sequencesSchema.safeParse(value);
    const file = fileSchema.safeParse(value);
    const files = filesSchema.safeParse(value);
    if (sequences.success) yield { kind: "sequences", ...sequences.data };
    else if (file.success) yield contentOf(file.data.file);
    else if (files.success) yield { kind: "files", ...files.data };
    else yield { kind: "job", ...parseOrThrow(jobSchema, value) };
  }
  if (!ended) throw new BrokenBackup("The file ends too early.");
}

function contentOf({ sha256, content }: { sha256: string; content: string }): Part {
  const bytes = Buffer.from(content, "base64");
  if (sha256Of(bytes) !== sha256) throw new BrokenBackup("A stored file in it doesn't match its checksum.");
  return { kind: "file", sha256, content: bytes };
}

/** Reads and verifies a whole backup. `files` is missing in older ones. */
export async function inspectBackup(
  file: BackupFile,
): Promise<{ header: Header; tables: Manifest; files?: CarriedFiles }> {
  let header: Header | undefined;
  let files: CarriedFiles | undefined;
  let tables: Manifest = {};
  for await (const part of readBackup(file)) {
    if (part.kind === "header") header = part.header;
    if (part.kind === "files") files = part.files;
    if (part.kind === "end") tables = part.tables;
  }
  if (!header) throw new BrokenBackup("The file is empty.");
  return { header, tables, files };
}

/** Whether a file that can't be read has its size still. */
export async function inspectSize(file: string, bytes: number | null): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new BrokenBackup("The file doesn't exist.");
  if (found.size !== bytes) throw new BrokenBackup("The file has another size than when it was written.");
}

/** Compares checksums. @throws BrokenBackup naming the first table that differs */
export function compareDigests(wanted: Manifest, found: Manifest): void {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  for (const name of names) {
    const [want, have] = [wanted[name], found[name]];
    if (!want || !have) throw new BrokenBackup(`The table ${name} is missing.`);
    if (want.rows !== have.rows) {
      throw new BrokenBackup(`The table ${name} has ${have.rows} rows instead of ${want.rows}.`);
    }
    if (want.sha256 !== have.sha256)
      throw new BrokenBackup(`The rows of ${name} don't match their checksum.`);
  }
}

/** Reads the header without verifying the rest. */
export async function readHeader(file: BackupFile): Promise<Header> {
  for await (const part of readBackup(file)) if (part.kind === "header") return part.header;
  throw new BrokenBackup("The file is empty.");
}

/** Splits at "\n" only, because texts may contain other line separators. Stops at a line that is too long. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  let limit = LIMITS.header;
  for await (const piece of text) {
    let start = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", start)) {
      if (length + end - start > limit) throw tooLong(limit);
      yield begun.join("") + piece.slice(start, end);
      begun = [];
      length = 0;
      limit = LIMITS.line;
      start = end + 1;
    }
    begun.push(piece.slice(start));
    length += piece.length - start;
    if (length > limit) throw tooLong(limit);
  }
  if (length > 0) throw new BrokenBackup("The file ends too early.");
}

function tooLong(limit: number): BrokenBackup {
  return new BrokenBackup(
    limit === LIMITS.header
      ? "The file is not a backup of this site's software."
      : "A line of the file is too long.",
  );
}

/** Decompresses a file. Stops if the compression ratio is too high for a backup. */
async function* fileText(file: BackupFile): AsyncGenerator<string> {
  if (typeof file === "string" && (await isEncryptedFile(file).catch(() => false)))
    throw new LockedBackup("The file is encrypted.");
  const source = createReadStream(pathOf(file));
  const zipped = typeof file === "string" ? source : Readable.from(decrypted(source, file.key));
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  zipped.on("error", (error) =>
    unzipped.destroy(zipped === source ? error : new BrokenBackup("The file is damaged.")),
  );
  let bytes = 0;
  try {
    for await (const piece of zipped.pipe(unzipped).setEncoding("utf8")) {
      bytes += Buffer.byteLength(piece);
      if (bytes > FREE_TEXT && bytes > source.bytesRead * MAX_RATIO)
        throw new BrokenBackup("The file unpacks to far more data than any backup.");
      yield piece;
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") throw new BrokenBackup("The file doesn't exist.");
    if (code?.startsWith("Z_")) throw new BrokenBackup("The file is damaged.");
    throw error;
  } finally {
    zipped.destroy();
    source.destroy();
  }
}

function headerOf(line: string): Header {
  const value = line.startsWith("{") ? parseJson(line) : null;
  const header = headerSchema.safeParse(value);
  if (!header.success) throw new BrokenBackup("The file is not a backup of this site's software.");
  if (header.data.version > FORMAT_VERSION) throw new BrokenBackup("The backup was made by a newer version.");
  return header.data;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BrokenBackup("The file is damaged.");
  }
}

function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new BrokenBackup("The file is damaged.");
  return result.data;
}

/** Path of a backup file. */
export function backupPath(dataDir: string, file: string): string {
  return path.join(dataDir, "backups", path.basename(file));
}

export async function makeFolder(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, "backups"), { recursive: true, mode: 0o700 });
}
