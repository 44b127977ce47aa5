import { sql } from "drizzle-orm";
import { BrokenBackup } from "~/features/operations/backup/file/file.server";
import { inserter, replaceEverything, setSequences } from "~/features/operations/backup/file/load.server";
import { rebuildSearchTexts } from "~/features/operations/backup/file/replace.server";
import { quoted } from "~/features/operations/backup/file/tables.server";
import { readStaffRoles } from "~/platform/auth/actor.server";
import type { Vault } from "~/platform/auth/vault.server";
import { type Database, postgresCode } from "~/platform/database/database.server";
import { type FileStore, sha256Of } from "~/platform/files/store.server";
import { filePath, smallPath } from "./manifest";
import { asExport, BrokenExport, type OpenExport, readTable } from "./open.server";
import { type Cells, reader, readSheets, resealed, type Sheet } from "./rows.server";
import { EXPORTED } from "./tables";

/** The site has customers or visits of its own, which an export would replace. */
export class SiteInUse extends Error {
  override name = "SiteInUse";
}

/** SQLSTATE class 23: a row contradicts another one. */
const CONTRADICTION = /^23/;

/**
 * Replaces all data with an export, in the caller's transaction and with the rights of the tables' owner. Entry codes are sealed under
 * this site's secret, numbers go on after the last that was given. @throws BrokenExport, SiteInUse
 */
export async function loadExport(
  tx: Database,
  found: OpenExport,
  { vault, onProgress }: { vault: Vault; onProgress: (percent: number) => Promise<void> },
): Promise<void> {
  await refuseSiteInUse(tx);
  const sheets = await readSheets(tx);
  const total = Object.values(found.manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  try {
    await replaceEverything(tx, async (tables) => {
      for (const sheet of sheets) {
        const insert = insertRows(tx, sheet, vault);
        for await (const rows of readTable(found, sheet)) {
          await insert(rows);
          done += rows.length;
          if (done % 20_000 < rows.length) await onProgress(Math.floor((done / Math.max(total, 1)) * 95));
        }
      }
      await setSequences(tx, tables, found.manifest.sequences);
      await countRows(tx);
      await tx.execute(sql.raw(`analyze ${[...tables.keys()].map(quoted).join(", ")}`));
    });
  } catch (error) {
    if (error instanceof BrokenBackup)
      throw new BrokenExport(`${error.message} Send the ZIP as it was exported.`);
    if (CONTRADICTION.test(postgresCode(error) ?? ""))
      throw new BrokenExport(
        "The rows of the export contradict each other. Send the ZIP as it was exported.",
      );
    throw error;
  }
  await rebuildSearchTexts(tx);
}

/** Inserts the rows of a table, with what stands for the columns that were left out. */
function insertRows(tx: Database, sheet: Sheet, vault: Vault): (rows: Cells[]) => Promise<void> {
  const instead = Object.entries(EXPORTED[sheet.name]?.without ?? {}).flatMap(([name, column]) =>
    column.instead ? [{ name, fill: column.instead }] : [],
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

/** Locks what makes a site somebody's own, and looks whether there is any. An account of staff is also a customer, and doesn't count. */
async function refuseSiteInUse(tx: Database): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '20s'`);
  await tx.execute(
    sql`lock table customers, bookings, plans, orders, gift_cards in share row exclusive mode`,
  );
  if (await hasOwnData(tx)) throw new SiteInUse();
}

/** Whether the site has customers, visits, plans, orders or gift cards. */
export async function hasOwnData(tx: Database): Promise<boolean> {
  const staff = [...(await readStaffRoles(tx)).keys()];
  const { rows } = await tx.execute<{ used: boolean }>(sql`
    select exists (select from bookings) or exists (select from plans) or exists (select from orders)
      or exists (select from gift_cards)
      or exists (select from customers
        where user_id is null or user_id::text not in (select jsonb_array_elements_text(${JSON.stringify(staff)}::jsonb)))
      as used`);
  return rows[0]?.used === true;
}

/** Counts the rows of the tables that have counters (migration 0003), as their triggers would have. */
async function countRows(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct c.relname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      join pg_class c on c.oid = t.tgrelid
    where p.proname = 'count_rows' order by 1`);
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
): AsyncGenerator<{ content: Buffer | null; isWhole: boolean }> {
  const sheet = sheets.find(({ name }) => name === "files");
  if (!sheet) return;
  const rowOf = reader(sheet);
  for await (const rows of readTable(found, sheet)) {
    await onBatch();
    for (const row of rows.map(rowOf)) {
      if (row("status") !== "stored") continue;
      const file = { id: row("id") ?? "", media_type: row("media_type") ?? "" };
      yield { content: await readFile(found, filePath(file), row("sha256")), isWhole: true };
      if (row("small_sha256"))
        yield { content: await readFile(found, smallPath(file), row("small_sha256")), isWhole: false };
    }
  }
}

async function readFile({ zip }: OpenExport, name: string, sha256: string | null): Promise<Buffer | null> {
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
