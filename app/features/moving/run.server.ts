import { and, asc, eq, gt, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Dependent } from "./import";
import type { Verdict } from "./rules";

export type Run = typeof import_runs.$inferSelect;
export type StoredRow = typeof import_rows.$inferSelect;

/** What the dry run found about a row. */
export type Found = { line: number; verdict: Verdict; reason?: string | null } & Partial<
  Omit<typeof import_rows.$inferInsert, "run_id" | "line" | "sealed" | "verdict" | "reason" | "blocked">
> & { blocked?: string };

/** What the commit did with a row. */
export type Done = {
  line: number;
  customer_id: string | null;
  verdict: Verdict;
  reason: string | null;
  made: object | null;
};

/**
 * What the rows of an import are about: how a batch of them is compared, stored and taken back. All but `countAdded` run in
 * the transaction of their caller, which has locked the run.
 */
export type Subject = {
  /** Compares rows with what we have, and changes nothing. */
  check: (tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]) => Promise<Found[]>;
  /** Compares rows again, and stores what they do. Marks each as done. */
  store: (tx: Database, ctx: JobCtx, run: Run, rows: StoredRow[]) => Promise<void>;
  /** What keeps an import from being undone, of which at most 20 are named. Locks what the undo takes back. */
  readDependents: (tx: Database, run_id: string) => Promise<{ dependents: Dependent[]; count: number }>;
  takeBack: (tx: Database, ctx: StaffCtx, run_id: string) => Promise<void>;
  /** How many things it added that are still there. */
  countAdded: (db: Database, run_id: string) => Promise<number>;
};

/** Imports take this lock to store or take back: what files of a program said is read before the customers are locked. */
export const ONE_IMPORT = "imports";

/** The run, locked; undefined if it is in another state. */
export async function lockRun(tx: Database, id: string, state: Run["state"]): Promise<Run | undefined> {
  const [run] = await tx
    .select()
    .from(import_runs)
    .where(and(eq(import_runs.id, id), eq(import_runs.state, state)))
    .for("update");
  return run;
}

/** Said of every verb on an import. */
export type Refused = { ok: false; reason: "not found" } | { ok: false; reason: "refused"; message: string };
export const refuse = (message: string): Refused => ({ ok: false, reason: "refused", message });

/** Does something to an import, which it locks. `decide` gets the transaction and the run. */
export async function withRun<Outcome>(
  { db }: StaffCtx,
  id: string,
  decide: (tx: Database, run: Run) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return db.transaction(async (tx) => {
    const [run] = await tx.select().from(import_runs).where(eq(import_runs.id, id)).for("update");
    return run ? decide(tx, run) : { ok: false, reason: "not found" };
  });
}

export function nextRows(
  tx: Database,
  { id, cursor }: Pick<Run, "id" | "cursor">,
  limit: number,
): Promise<StoredRow[]> {
  return tx
    .select()
    .from(import_rows)
    .where(and(eq(import_rows.run_id, id), gt(import_rows.line, cursor)))
    .orderBy(asc(import_rows.line))
    .limit(limit);
}

/** Stores what the dry run found. */
export async function saveVerdicts(tx: Database, run_id: string, found: Found[]): Promise<void> {
  await tx.execute(sql`
    update ${import_rows} stored set verdict = found.verdict, reason = found.reason, person_key = found.person_key,
      name = found.name, email = found.email, phone = found.phone, address = found.address, facts = found.facts,
      customer_id = found.customer_id, differences = found.differences, clash = found.clash, crew_id = found.crew_id,
      blocked = found.blocked
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (line integer, verdict text, reason text,
      person_key text, name text, email text, phone text, address text, facts jsonb, customer_id uuid, differences jsonb, clash text,
      crew_id uuid, blocked tstzrange)
    where stored.run_id = ${run_id} and stored.line = found.line`);
}

/** Marks rows as done, with what they made. */
export async function markRows(tx: Database, { now }: JobCtx, run_id: string, rows: Done[]): Promise<void> {
  await tx.execute(sql`
    update ${import_rows} stored set verdict = done.verdict, reason = done.reason, customer_id = done.customer_id,
      made = done.made, done_at = ${now.toString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as done (line integer, verdict text, reason text, customer_id uuid, made jsonb)
    where stored.run_id = ${run_id} and stored.line = done.line`);
}
