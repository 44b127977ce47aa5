import { and, count, eq, isNotNull, ne, sql } from "drizzle-orm";
import { import_links, import_rows } from "~/db/schema/imports";
import { fullName } from "~/features/customers/records/contact";
import type { Erased } from "~/features/customers/records/erasures.server";
import type { Mapping } from "~/features/moving/columns";
import type { Found, Run, StoredRow, Subject } from "~/features/moving/run.server";
import { openCells } from "~/features/moving/upload.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { anyOf, type Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { type Compared, compareRows, keysOf, type Line } from "./compare.server";
import { type ReadRow, type Row, readRow } from "./row";
import { FIELD_LABELS, isOwnField, OWN_FIELDS } from "./rules";
import { storeRows } from "./store.server";
import { readCustomerDependents, takeBackCustomers } from "./undo.server";

/** Customers with their homes, notes and entry codes. */
export const CUSTOMERS: Subject = {
  check: checkRows,
  store: storeBatch,
  readDependents: readCustomerDependents,
  takeBack: takeBackCustomers,
  countAdded,
};

async function checkRows(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<Found[]> {
  const read = rows.map((row) => ({ line: row.line, read: readSealed(ctx, row, run.mapping) }));
  const lines = read.flatMap(({ line, read }) => (read.ok ? [{ line, row: read.row, answer: null }] : []));
  const compared = await compareRows(tx, ctx, run, lines);
  const first = await firstLines(
    tx,
    run.id,
    compared.map(({ person_key }) => person_key),
    new Map(rows.map(({ line, file_line }) => [line, file_line ?? line])),
  );
  const { "general.timezone": zone } = await readSettings({ db: tx });
  return [
    ...compared.map((one) => foundOf(one, first(one), zone)),
    ...read.flatMap(({ line, read }) =>
      read.ok ? [] : [{ line, verdict: "bad" as const, reason: read.reason }],
    ),
  ];
}

function readSealed({ vault }: Pick<JobCtx, "vault">, row: StoredRow, mapping: Mapping): ReadRow {
  const cells = openCells(vault, row);
  if (cells) return readRow(cells, mapping);
  return { ok: false, reason: "This row was sealed under another secret. Upload the file again." };
}

/** The first line of the file that is about a person, by their keys. Bad rows are about nobody. `shown`: the lines of the file. */
async function firstLines(tx: Database, run_id: string, keys: string[], shown: Map<number, number>) {
  const found = await tx
    .select({
      key: import_rows.person_key,
      line: sql<number>`min(coalesce(${import_rows.file_line}, ${import_rows.line}))`,
    })
    .from(import_rows)
    .where(
      and(
        eq(import_rows.run_id, run_id),
        anyOf(import_rows.person_key, keys),
        isNotNull(import_rows.verdict),
        ne(import_rows.verdict, "bad"),
      ),
    )
    .groupBy(import_rows.person_key);
  const first = new Map(found.map(({ key, line }) => [key, line]));
  return ({ person_key, line }: Pick<Compared, "person_key" | "line">): number | null => {
    const before = first.get(person_key) ?? null;
    if (before === null) first.set(person_key, shown.get(line) ?? line);
    return before;
  };
}

function foundOf(
  { line, row, verdict, person_key, conflicts, customer, warnings, erased: who }: Compared,
  before: number | null,
  zone: string,
): Found {
  const erased = who && erasedInWords(who, zone);
  return {
    ...{ line, verdict, person_key, ...shownOf(row), clash: erased ? "erased" : null },
    reason:
      erased ||
      [customer || before === null ? [] : `Added to the customer of line ${before}.`, warnings]
        .flat()
        .join(" ") ||
      null,
    customer_id: customer?.id ?? null,
    differences: conflicts.map(({ field, ...values }) => ({
      field: isOwnField(field) ? OWN_FIELDS[field] : FIELD_LABELS[field as keyof typeof FIELD_LABELS],
      ...values,
    })),
  };
}

function erasedInWords({ at, by }: Erased, zone: string): string {
  const day = formatDate(companyToday(at, zone));
  if (by === "program") return `Erased on ${day}, at their wish. Add them only if they ask for it.`;
  return `Somebody with this ${by} was erased on ${day}, at their wish. If it is them, add them only if they ask for it.`;
}

/** A row as the page lists it, without its secrets. */
function shownOf({ company_name, home, emails, phones, ...person }: Row) {
  const town = home && [home.city, home.state, home.zip_code].join(" ");
  return {
    name: company_name ?? fullName(person),
    email: emails[0] ?? null,
    phone: phones[0] ?? null,
    address: home && [home.address_line1, home.address_line2, town].filter(Boolean).join(", "),
  };
}

async function storeBatch(tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]): Promise<void> {
  const lines = rows.flatMap((row) => {
    const read = readSealed(ctx, row, run.mapping);
    return read.ok ? [{ line: row.line, row: read.row, answer: row.answer }] : [];
  });
  for (const wave of wavesOf(lines)) await storeWave(tx, ctx, run, wave);
}

/** Stores rows of different people of the file. Of those who are the same customer here, the next sees what the one before made. */
async function storeWave(tx: Database, ctx: JobCtx, run: Run, wave: Line[]): Promise<void> {
  for (let left = wave; left.length > 0; ) {
    const had = new Set<string>();
    const compared = (await compareRows(tx, ctx, run, left)).filter(({ customer }) => {
      if (!customer) return true;
      const isFirst = !had.has(customer.id);
      had.add(customer.id);
      return isFirst;
    });
    await storeRows(tx, ctx, run, compared);
    const stored = new Set(compared.map(({ line }) => line));
    left = left.filter(({ line }) => !stored.has(line));
  }
}

/** The parts of a batch whose rows are about different people, in their order: a person's next row sees what the one before made. */
function wavesOf(lines: Line[]): Line[][] {
  const waves: Line[][] = [];
  const turns = new Map<string, number>();
  for (const line of lines) {
    const { person_key } = keysOf(line.row);
    const turn = turns.get(person_key) ?? 0;
    turns.set(person_key, turn + 1);
    waves[turn] = [...(waves[turn] ?? []), line];
  }
  return waves;
}

/** The customers that an import added and that are still there. */
async function countAdded(db: Database, run_id: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(import_links)
    .where(and(eq(import_links.run_id, run_id), eq(import_links.is_new, true)));
  return found?.count ?? 0;
}
