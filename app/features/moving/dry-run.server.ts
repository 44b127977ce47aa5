import { and, asc, eq, gt, inArray, isNotNull, min, ne, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { fullName } from "~/features/customers/records/contact";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Mapping } from "./columns";
import { type Compared, compareRows } from "./compare.server";
import { type ReadRow, type Row, readRow } from "./row";
import { FIELD_LABELS, type Verdict } from "./rules";
import { openCells } from "./upload.server";

/** Rows per transaction. */
const BATCH = 500;

/** Reads and compares every row of an import without changing a customer. Goes on where a killed run stopped. */
export async function checkImport(ctx: JobCtx, { run_id }: { run_id: string }): Promise<void> {
  while (await checkBatch(ctx, run_id));
}

function checkBatch(ctx: JobCtx, run_id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, run_id, "checking");
    if (!run) return false;
    const rows = await nextRows(tx, run, BATCH);
    const last = rows.at(-1);
    const changed = { updated_at: ctx.now };
    const ofRun = eq(import_runs.id, run_id);
    if (!last) {
      await tx
        .update(import_runs)
        .set({ ...changed, state: "checked", cursor: 0 })
        .where(ofRun);
      return false;
    }
    const read = rows.map((row) => ({ line: row.line, read: readSealed(ctx, row, run.mapping as Mapping) }));
    const lines = read.flatMap(({ line, read }) => (read.ok ? [{ line, row: read.row, answer: null }] : []));
    const compared = await compareRows(tx, ctx, run, lines);
    const first = await firstLines(
      tx,
      run_id,
      compared.map(({ person_key }) => person_key),
    );
    await saveVerdicts(tx, run_id, [
      ...compared.map((one) => foundOf(one, first(one))),
      ...read.flatMap(({ line, read }) =>
        read.ok ? [] : [{ line, verdict: "bad" as const, reason: read.reason }],
      ),
    ]);
    await tx
      .update(import_runs)
      .set({ ...changed, cursor: last.line })
      .where(ofRun);
    return true;
  });
}

export type Run = typeof import_runs.$inferSelect;

/** The run, locked; undefined if it is in another state. */
export async function lockRun(tx: Database, id: string, state: Run["state"]): Promise<Run | undefined> {
  const [run] = await tx
    .select()
    .from(import_runs)
    .where(and(eq(import_runs.id, id), eq(import_runs.state, state)))
    .for("update");
  return run;
}

export function nextRows(tx: Database, { id, cursor }: Pick<Run, "id" | "cursor">, limit: number) {
  return tx
    .select()
    .from(import_rows)
    .where(and(eq(import_rows.run_id, id), gt(import_rows.line, cursor)))
    .orderBy(asc(import_rows.line))
    .limit(limit);
}

export function readSealed(
  { vault }: Pick<JobCtx, "vault">,
  row: typeof import_rows.$inferSelect,
  mapping: Mapping,
): ReadRow {
  const cells = openCells(vault, row);
  if (cells) return readRow(cells, mapping);
  return { ok: false, reason: "This row was sealed under another secret. Upload the file again." };
}

/** The first line of the run that is about a person, by their keys. Bad rows are about nobody. */
async function firstLines(tx: Database, run_id: string, keys: string[]) {
  const found = await tx
    .select({ key: import_rows.person_key, line: min(import_rows.line) })
    .from(import_rows)
    .where(
      and(
        eq(import_rows.run_id, run_id),
        inArray(import_rows.person_key, [...new Set(keys)]),
        isNotNull(import_rows.verdict),
        ne(import_rows.verdict, "bad"),
      ),
    )
    .groupBy(import_rows.person_key);
  const first = new Map(found.map(({ key, line }) => [key, line]));
  return ({ person_key, line }: Pick<Compared, "person_key" | "line">): number | null => {
    const before = first.get(person_key) ?? null;
    if (before === null) first.set(person_key, line);
    return before;
  };
}

type Found = {
  line: number;
  verdict: Verdict;
  reason?: string | null;
} & Partial<Omit<typeof import_rows.$inferInsert, "line" | "verdict" | "reason">>;

function foundOf(
  { line, row, verdict, person_key, conflicts, customer }: Compared,
  before: number | null,
): Found {
  return {
    ...{ line, verdict, person_key, ...shownOf(row) },
    reason: customer || before === null ? null : `Added to the customer of line ${before}.`,
    customer_id: customer?.id ?? null,
    differences: conflicts.map(({ field, ...values }) => ({
      field: FIELD_LABELS[field as keyof typeof FIELD_LABELS],
      ...values,
    })),
  };
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

async function saveVerdicts(tx: Database, run_id: string, found: Found[]): Promise<void> {
  await tx.execute(sql`
    update ${import_rows} stored set verdict = found.verdict, reason = found.reason, person_key = found.person_key,
      name = found.name, email = found.email, phone = found.phone, address = found.address,
      customer_id = found.customer_id, differences = found.differences
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (line integer, verdict text, reason text,
      person_key text, name text, email text, phone text, address text, customer_id uuid, differences jsonb)
    where stored.run_id = ${run_id} and stored.line = found.line`);
}
