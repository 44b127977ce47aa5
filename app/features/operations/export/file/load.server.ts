import { sql } from "drizzle-orm";
import { readSequences } from "~/features/operations/backup/file/dump.server";
import { BrokenBackup } from "~/features/operations/backup/file/file.server";
import type { Sequences } from "~/features/operations/backup/file/format";
import { inserter, replaceEverything, setSequences } from "~/features/operations/backup/file/load.server";
import { rebuildSearchTexts } from "~/features/operations/backup/file/replace.server";
import { HERE, quoted, type Table } from "~/features/operations/backup/file/tables.server";
import type { Vault } from "~/platform/auth/vault.server";
import { type Database, postgresCode } from "~/platform/database/database.server";
import { type FileStore, sha256Of } from "~/platform/files/store.server";
import { filePath, smallPath } from "./manifest";
import { asExport, BrokenExport, type OpenExport, readTable, sheetsIn } from "./open.server";
import { type Cells, reader, readSheets, resealed, type Sheet } from "./rows.server";
import { dropScratch, leaveScratch, makeScratch, type Scratch, upgradeScratch } from "./scratch.server";
import { refuseSiteInUse } from "./site.server";
import { EXPORTED } from "./tables";

/** SQLSTATE classes 22 and 23: a value that a column doesn't take, a row that contradicts another one. */
const CONTRADICTION = /^2[23]/;

type Loading = { vault: Vault; onProgress: (percent: number) => Promise<void> };

/**
 * Replaces all data with an export, in the caller's transaction and with the rights of the tables' owner. Entry codes are sealed under
 * this site's secret, numbers go on after the last that was given. An export of an older version is upgraded first.
 * @throws BrokenExport, SiteInUse, NoScratch
 */
export async function loadExport(tx: Database, found: OpenExport, loading: Loading): Promise<void> {
  const scratch = found.isOlder ? await makeScratch(tx, found.manifest.schema) : null;
  if (scratch) await loadOlder(tx, scratch, found, loading);
  const sequences = scratch ? await readSequences(tx, await readSheets(tx)) : found.manifest.sequences;
  if (scratch) await leaveScratch(tx, scratch);
  await refuseSiteInUse(tx);
  const sheets = await readSheets(tx);
  const insert = scratch
    ? () => copyRows(tx, scratch, sheets)
    : (tables: Tables) => insertRows(tx, found, { sheets: sheetsIn(found, sheets), tables, ...loading });
  await orContradiction(() => replaceWith(tx, insert, sequences));
  if (scratch) await dropScratch(tx, scratch);
}

/**
 * Loads an export of an older version into a scratch schema at its migrations, and applies the later ones there, as an upgrade of the
 * other site would have. @throws BrokenExport
 */
export async function loadOlder(
  tx: Database,
  scratch: Scratch,
  found: OpenExport,
  loading: Loading,
): Promise<void> {
  const sheets = sheetsIn(found, await readSheets(tx));
  const insert = (tables: Tables) => insertRows(tx, found, { sheets, tables, ...loading });
  await orContradiction(async () => {
    await replaceWith(tx, insert, found.manifest.sequences);
    await upgradeScratch(tx, scratch);
  });
}

type Tables = Map<string, Table>;

/** Empties the tables, fills them, and computes what an export leaves out. */
async function replaceWith(
  tx: Database,
  insert: (tables: Tables) => Promise<void>,
  sequences: Sequences,
): Promise<void> {
  await replaceEverything(tx, async (tables) => {
    await insert(tables);
    await setSequences(tx, tables, sequences);
    await countRows(tx);
    await tx.execute(sql.raw(`analyze ${[...tables.keys()].map(quoted).join(", ")}`));
  });
  await rebuildSearchTexts(tx);
}

async function orContradiction(work: () => Promise<void>): Promise<void> {
  await work().catch((error) => {
    if (error instanceof BrokenBackup)
      throw new BrokenExport(`${error.message} Send the ZIP as it was exported.`);
    if (CONTRADICTION.test(postgresCode(error) ?? ""))
      throw new BrokenExport(
        "The rows of the export contradict each other. Send the ZIP as it was exported.",
      );
    throw error;
  });
}

/** Copies the tables that are exported from a scratch schema of the same version. */
async function copyRows(tx: Database, { name: schema }: Scratch, sheets: Sheet[]): Promise<void> {
  for (const { name, all } of sheets) {
    const columns = all.map(quoted).join(", ");
    await tx.execute(
      sql.raw(
        `insert into ${quoted(name)} (${columns}) overriding system value select ${columns} from ${schema}.${quoted(name)}`,
      ),
    );
  }
}

/** Inserts the rows of all tables. */
async function insertRows(
  tx: Database,
  found: OpenExport,
  { sheets, tables, vault, onProgress }: Loading & { sheets: Sheet[]; tables: Tables },
): Promise<void> {
  const total = Object.values(found.manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const sheet of sheets) {
    const insert = insertInto(tx, sheet, tables, vault);
    for await (const rows of readTable(found, sheet)) {
      await insert(rows);
      done += rows.length;
      if (done % 20_000 < rows.length) await onProgress(percentOf(done, total));
    }
    await onProgress(percentOf(done, total));
  }
}

/** What comes after the rows is 5 percent. */
const percentOf = (done: number, total: number) => Math.floor((done / Math.max(total, 1)) * 95);

/** Inserts rows of a table, with what stands for the columns that were left out. */
function insertInto(
  tx: Database,
  sheet: Sheet,
  tables: Tables,
  vault: Vault,
): (rows: Cells[]) => Promise<void> {
  const known = new Set(tables.get(sheet.name)?.columns.map(({ name }) => name));
  const instead = Object.entries(EXPORTED[sheet.name]?.without ?? {}).flatMap(([name, column]) =>
    column.instead && known.has(name) ? [{ name, fill: column.instead }] : [],
  );
  const names = [...sheet.columns, ...instead].map(({ name }) => name);
  const insert = inserter(tx, { ...sheet, columns: withTypes(sheet, instead) }, sheet.name, names);
  const seal = resealed("seal", vault, sheet);
  const asObject = (cells: Cells) =>
    Object.fromEntries(sheet.columns.map(({ name }, place) => [name, cells[place] ?? null]));
  return (rows) =>
    insert(
      rows.map((cells) => {
        const more = instead.map(({ fill }) => fill(asObject(cells)));
        return JSON.stringify([...(seal(cells) ?? cells), ...more]);
      }),
    );
}

const withTypes = ({ columns }: Sheet, instead: { name: string }[]) => [
  ...columns,
  ...instead.map(({ name }) => ({ name, type: "text" })),
];

/** Counts the rows of the tables that have counters (migration 0003), as their triggers would have. */
async function countRows(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct c.relname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      join pg_class c on c.oid = t.tgrelid
    where p.proname = 'count_rows' and c.relnamespace = ${HERE} order by 1`);
  for (const { name } of rows)
    await tx.execute(
      sql.raw(`insert into row_counts (table_name, status, change)
        select '${name}', coalesce(to_jsonb(one) ->> 'status', ''), count(*) from ${quoted(name)} as one group by 2`),
    );
}

/** Bytes of a stored file. */
const MAX_FILE = 100 * 1000 ** 2;

type Reading = { sheets: Sheet[]; onBatch: () => Promise<void> };

/**
 * Puts the stored files of an export into the store, before its rows are loaded: without rows they do no harm, and the sweep removes
 * them. Returns how many are not in the ZIP. @throws BrokenExport, StoreDown, StoreFull
 */
export async function putFiles(store: FileStore, found: OpenExport, reading: Reading): Promise<number> {
  let missing = 0;
  for await (const { content, isWhole } of readFiles(found, reading)) {
    if (content) await store.put(content);
    else if (isWhole) missing += 1;
  }
  return missing;
}

/**
 * Reads the stored files of an export, one at a time, with their thumbnails; null for one that is not in the ZIP. Each is what its row
 * says. @throws BrokenExport
 */
export async function* readFiles(
  found: OpenExport,
  { sheets, onBatch }: Reading,
): AsyncGenerator<{ name: string; content: Buffer | null; isWhole: boolean }> {
  const sheet = sheets.find(({ name }) => name === "files");
  if (!sheet) return;
  const rowOf = reader(sheet);
  for await (const rows of readTable(found, sheet)) {
    await onBatch();
    for (const row of rows.map(rowOf)) {
      if (row("status") !== "stored") continue;
      const file = { id: row("id") ?? "", media_type: row("media_type") ?? "" };
      const objects = [
        [filePath(file), row("sha256")] as const,
        [smallPath(file), row("small_sha256")] as const,
      ];
      for (const [place, [name, sha256]] of objects.entries())
        if (sha256) yield { name, content: await readFile(found, name, sha256), isWhole: place === 0 };
    }
  }
}

async function readFile({ zip }: OpenExport, name: string, sha256: string): Promise<Buffer | null> {
  const entry = zip.entries.get(name);
  if (!entry) return null;
  if (entry.size > MAX_FILE) throw new BrokenExport(`${name} is larger than 100 MB.`);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of zip.read(entry)) pieces.push(piece);
  } catch (error) {
    throw asExport(error);
  }
  const content = Buffer.concat(pieces);
  if (sha256Of(content) !== sha256) throw new BrokenExport(`${name} is not the file that was exported.`);
  return content;
}
