import { sql } from "drizzle-orm";
import { openCode, sealCode } from "~/features/customers/codes/save.server";
import { BATCH_ROWS } from "~/features/operations/backup/file/rows.server";
import { HERE, quoted, readTables, type Table } from "~/features/operations/backup/file/tables.server";
import { placeOfCode } from "~/features/payments/gift-cards/deliver.server";
import { placeOfKey } from "~/platform/auth/digests.server";
import type { Vault } from "~/platform/auth/vault.server";
import type { Database } from "~/platform/database/database.server";
import { counter, FIGURES, type Figures } from "./figures";
import { EXPORTED, headingOf } from "./tables";

/** A table as its CSV has it: its columns in the order in which they were added. `all`: also those that are left out. */
export type Sheet = Table & { file: string; headings: string[]; all: string[] };

/** The tables that are exported, referenced ones first. */
export async function readSheets(tx: Database): Promise<Sheet[]> {
  const { rows } = await tx.execute<{ name: string; column: string }>(sql`
    select c.relname as name, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = ${HERE} and c.relkind = 'r' and a.attnum > 0
    order by c.relname, a.attnum`);
  const order = new Map(rows.map(({ name, column }, place) => [`${name}.${column}`, place]));
  const placeOf = (table: string, column: string) => order.get(`${table}.${column}`) ?? 0;
  return (await readTables(tx)).flatMap((table) => {
    const exported = EXPORTED[table.name];
    if (!exported) return [];
    const columns = table.columns
      .filter(({ name }) => !Object.hasOwn(exported.without ?? {}, name))
      .sort((one, other) => placeOf(table.name, one.name) - placeOf(table.name, other.name));
    const headings = columns.map(({ name }) => headingOf(table.name, name));
    const all = table.columns.map(({ name }) => name);
    return { ...table, columns, file: exported.file, headings, all };
  });
}

/**
 * Streams the rows of a table, as the export has them, through a cursor in the order of their keys. Moments are ISO 8601 in UTC, if
 * the transaction has the formats of a backup.
 */
export async function* readRows(tx: Database, { name, columns, key }: Sheet): AsyncGenerator<Cells[]> {
  const values = columns.map(({ name: column, type }) => textOf(quoted(column), type)).join(", ");
  const order = key.map((column) => {
    const isText = columns.some((one) => one.name === column && /^(text|character)/.test(one.type));
    return `${quoted(column)}${isText ? ' collate "C"' : ""}`;
  });
  const where = EXPORTED[name]?.where ?? "true";
  await tx.execute(
    sql.raw(`declare export_rows no scroll cursor for select json_build_array(${values})::text as line
      from ${quoted(name)} where ${where} order by ${order.join(", ") || "1"}`),
  );
  while (true) {
    const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${BATCH_ROWS} from export_rows`));
    if (rows.length > 0) yield rows.map(({ line }) => JSON.parse(line) as Cells);
    if (rows.length < BATCH_ROWS) break;
  }
  await tx.execute(sql`close export_rows`);
}

/** A row's values in the order of the columns. */
export type Cells = (string | null)[];

function textOf(column: string, type: string): string {
  if (!type.startsWith("timestamp")) return `${column}::text`;
  return `replace(to_json(${column}) #>> '{}', '+00:00', 'Z')`;
}

/** Reads the cells of a row by column. */
export function reader({ columns }: Pick<Sheet, "columns">) {
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  return (cells: Cells) => (column: string) => cells[places.get(column) ?? -1] ?? null;
}

/** The figures of the site, counted row by row. */
export async function readFigures(tx: Database): Promise<Figures> {
  const figures = counter();
  for (const sheet of await readSheets(tx)) {
    if (!FIGURES.some(({ table }) => table === sheet.name)) continue;
    const rowOf = reader(sheet);
    for await (const rows of readRows(tx, sheet))
      for (const cells of rows) figures.add(sheet.name, rowOf(cells));
  }
  return figures.end();
}

type Resealing = (vault: Vault, row: (column: string) => string | null, value: string) => string | null;

/** Columns that are sealed in the database: how they are opened for an export, and sealed where it is taken back. */
const SEALED: Record<string, { column: string; open: Resealing; seal: Resealing; is_needed: boolean }> = {
  entry_codes: {
    column: "sealed",
    is_needed: true,
    open: (vault, row, sealed) => openCode(vault, { ...homeOf(row), sealed }),
    seal: (vault, row, code) => sealCode(vault, homeOf(row), code),
  },
  gift_cards: {
    column: "sealed_code",
    is_needed: false,
    open: (vault, row, sealed) => vault.open(sealed, placeOfCode(row("id") ?? "")),
    seal: (vault, row, code) => vault.seal(code, placeOfCode(row("id") ?? "")),
  },
  digest_keys: {
    column: "sealed_key",
    is_needed: true,
    open: (vault, row, sealed) => vault.open(sealed, placeOfKey(row("id") ?? "")),
    seal: (vault, row, key) => vault.seal(key, placeOfKey(row("id") ?? "")),
  },
};

const homeOf = (row: (column: string) => string | null) => ({
  id: row("id") ?? "",
  property_id: row("property_id") ?? "",
});

/** Opens or seals what is sealed in a row. Null for a row that can't be opened and means nothing without. */
export function resealed(
  way: "open" | "seal",
  vault: Vault,
  sheet: Pick<Sheet, "name" | "columns">,
): (cells: Cells) => Cells | null {
  const sealed = SEALED[sheet.name];
  const place = sheet.columns.findIndex(({ name }) => name === sealed?.column);
  if (!sealed || place < 0) return (cells) => cells;
  const rowOf = reader(sheet);
  return (cells) => {
    const value = cells[place];
    if (typeof value !== "string") return cells;
    const turned = sealed[way](vault, rowOf(cells), value);
    return turned === null && sealed.is_needed ? null : cells.with(place, turned);
  };
}
