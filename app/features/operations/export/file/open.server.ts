import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { BrokenZip, type OpenZip, openZip, type ZipEntry } from "~/platform/files/zip-reader.server";
import { migrationLevels } from "~/platform/migrations.server";
import { FORMAT, FORMAT_VERSION, MANIFEST, MAX_MANIFEST, type Manifest, manifestSchema } from "./manifest";
import { cellValue, isPlain } from "./row";
import type { Cells, Sheet } from "./rows.server";

/** The file is no export that this site takes back. The message says what is wrong and what to do. */
export class BrokenExport extends Error {
  override name = "BrokenExport";
}

/** `isOlder`: an older version of this program made it. */
export type OpenExport = { manifest: Manifest; zip: OpenZip; isOlder: boolean };

/** Bytes of all tables. A larger one is no company of ours. */
const MAX_TABLE_BYTES = 20 * 1000 ** 3;
/** Characters of a row; its longest part is an email. */
const MAX_ROW = 32 * 1024 ** 2;
const BATCH = 500;

/** Opens an export: a whole ZIP with a manifest of this version, or of an older one. @throws BrokenExport */
export async function openExport(path: string): Promise<OpenExport> {
  const zip = await openZip(path).catch(asBroken);
  try {
    const manifest = await readManifest(zip);
    return { manifest, zip, isOlder: isOlder(manifest) };
  } catch (error) {
    await zip.close();
    throw asExport(error);
  }
}

/**
 * The sheets that the export has. `sheets`: those of the tables at its version. An older version may have left out a table that is
 * exported by now; nothing else may be missing. @throws BrokenExport
 */
export function sheetsIn({ manifest, zip, isOlder }: OpenExport, sheets: Sheet[]): Sheet[] {
  const said = new Set(Object.keys(manifest.tables));
  const missing = sheets.find(({ file }) => (said.has(file) ? !zip.entries.has(file) : !isOlder));
  if (missing) throw new BrokenExport(`${missing.file} is missing in the ZIP. Send the whole export.`);
  const found = sheets.filter(({ file }) => said.delete(file));
  const [unknown] = said;
  if (unknown) throw new BrokenExport(`${unknown} is not a table of this site.`);
  const bytes = found.reduce((sum, { file }) => sum + (zip.entries.get(file)?.size ?? 0), 0);
  if (bytes > MAX_TABLE_BYTES) throw new BrokenExport("The tables of the ZIP are larger than 20 GB.");
  return found;
}

function asBroken(error: unknown): never {
  throw asExport(error);
}

/** What is wrong with the ZIP is wrong with the export. */
export function asExport(error: unknown): unknown {
  return error instanceof BrokenZip ? new BrokenExport(error.message) : error;
}

async function readManifest(zip: OpenZip): Promise<Manifest> {
  const entry = zip.entries.get(MANIFEST);
  if (!entry) throw new BrokenExport(`The ZIP has no ${MANIFEST}. It is not an export of this program.`);
  if (entry.size > MAX_MANIFEST) throw new BrokenExport(`${MANIFEST} is too large.`);
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.read(entry)) pieces.push(piece);
  let found: unknown;
  try {
    found = JSON.parse(Buffer.concat(pieces).toString());
  } catch {
    throw new BrokenExport(`${MANIFEST} can't be read.`);
  }
  const { format, version } = (found ?? {}) as Record<string, unknown>;
  if (format !== FORMAT) throw new BrokenExport("The ZIP is not an export of this program.");
  if (version !== FORMAT_VERSION)
    throw new BrokenExport(
      `The export has format ${String(version).slice(0, 20)}. This site reads format ${FORMAT_VERSION}.`,
    );
  const parsed = manifestSchema.safeParse(found);
  if (!parsed.success) throw new BrokenExport(`${MANIFEST} was changed, or is not complete.`);
  return parsed.data;
}

function isOlder({ schema }: Manifest): boolean {
  const levels = migrationLevels();
  const newest = levels.at(-1) ?? 0;
  if (schema > newest)
    throw new BrokenExport(
      "A newer version of this program made the export. Upgrade this site, and upload the ZIP again.",
    );
  if (!levels.includes(schema))
    throw new BrokenExport(
      "The export was made by a version of this program that this one doesn't know. Upgrade both sites, and export everything again.",
    );
  return schema < newest;
}

/**
 * Streams the rows of a table, in the order of the sheet's columns, and compares their number and checksum with the manifest at the
 * end. @throws BrokenExport
 */
export async function* readTable({ zip, manifest }: OpenExport, sheet: Sheet): AsyncGenerator<Cells[]> {
  const entry = zip.entries.get(sheet.file) as ZipEntry;
  const said = manifest.tables[sheet.file];
  const hash = createHash("sha256");
  let count = 0;
  try {
    for await (const rows of batches(parsed(zip, entry, hash), sheet)) {
      count += rows.length;
      yield rows;
    }
  } catch (error) {
    throw asCsv(sheet.file, error);
  }
  if (hash.digest("hex") !== said?.sha256)
    throw new BrokenExport(`${sheet.file} was changed since it was exported. Send the ZIP as it was.`);
  if (count !== said.rows)
    throw new BrokenExport(`${sheet.file} has ${count} rows, and the manifest says ${said.rows}.`);
}

type Line = { cell: string; isQuoted: boolean }[];

async function* parsed(zip: OpenZip, entry: ZipEntry, hash: ReturnType<typeof createHash>) {
  async function* hashed() {
    for await (const piece of zip.read(entry)) {
      hash.update(piece);
      yield piece;
    }
  }
  const parser = parse({
    bom: true,
    max_record_size: MAX_ROW,
    cast: (cell, { quoting }) => ({ cell, isQuoted: quoting }),
  });
  yield* Readable.from(hashed()).compose(parser) as AsyncIterable<Line>;
}

/** Rows by the hundred. The first line must have the headings of the sheet, in any order. */
async function* batches(lines: AsyncIterable<Line>, sheet: Sheet): AsyncGenerator<Cells[]> {
  const plain = sheet.columns.map(({ name, type }) => isPlain(type) && !/^sealed/.test(name));
  let places: number[] | undefined;
  let batch: Cells[] = [];
  for await (const line of lines) {
    if (!places) {
      places = placesOf(
        line.map(({ cell }) => cell),
        sheet,
      );
      continue;
    }
    batch.push(
      places.map((place, column) => {
        const { cell, isQuoted } = line[place] as Line[number];
        return cellValue(cell, isQuoted, plain[column] === true);
      }),
    );
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (!places) throw new BrokenExport(`${sheet.file} is empty.`);
  if (batch.length > 0) yield batch;
}

function placesOf(headings: string[], { file, headings: expected }: Sheet): number[] {
  const missing = expected.find((heading) => !headings.includes(heading));
  if (missing) throw new BrokenExport(`${file} has no column ${missing}. Send the ZIP as it was exported.`);
  if (headings.length > expected.length)
    throw new BrokenExport(
      `${file} has a column that this site doesn't know. Send the ZIP as it was exported.`,
    );
  return expected.map((heading) => headings.indexOf(heading));
}

function asCsv(file: string, error: unknown): unknown {
  if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))
    return new BrokenExport(`${file} is not a complete CSV. Send the ZIP as it was exported.`);
  return asExport(error);
}
