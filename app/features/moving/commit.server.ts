import { and, count, eq, inArray, isNull } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Mapping } from "./columns";
import { compareRows, keysOf, type Line } from "./compare.server";
import { lockRun, nextRows, type Run, readSealed } from "./dry-run.server";
import { VERDICTS, type Verdict, whyNotCommit } from "./rules";
import { storeRows } from "./store.server";

/** Rows per transaction. What a killed process had not committed is done again. */
const BATCH = 200;

type Refused = { ok: false; reason: "not found" } | { ok: false; reason: "refused"; message: string };

/** Rows of a run by verdict, and conflicts without an answer. */
export async function countRows(db: Database, run_id: string) {
  const found = await db
    .select({ verdict: import_rows.verdict, count: count() })
    .from(import_rows)
    .where(eq(import_rows.run_id, run_id))
    .groupBy(import_rows.verdict);
  const [open] = await db
    .select({ count: count() })
    .from(import_rows)
    .where(
      and(
        eq(import_rows.run_id, run_id),
        eq(import_rows.verdict, "conflict"),
        isNull(import_rows.answer),
        isNull(import_rows.done_at),
      ),
    );
  const of = (verdict: Verdict) => found.find((one) => one.verdict === verdict)?.count ?? 0;
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, of(verdict)])) as Record<
    Verdict,
    number
  >;
  return { counts, unanswered: open?.count ?? 0 };
}

/** Starts an import after its dry run, or one that was stopped where it stopped. */
export async function startCommit(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    const [run] = await tx.select().from(import_runs).where(eq(import_runs.id, id)).for("update");
    if (!run) return { ok: false, reason: "not found" };
    const { counts, unanswered } = await countRows(tx, id);
    const message = whyNotCommit(run.state, unanswered, counts);
    if (message) return { ok: false, reason: "refused", message };
    await tx
      .update(import_runs)
      .set({ state: "committing", ended_at: null, updated_at: ctx.now })
      .where(eq(import_runs.id, id));
    await ctx.jobs.enqueue(tx, "commit-import", { run_id: id });
    await recordAudit(tx, ctx, { action: "import.started", entity: "import", entity_id: id });
    return { ok: true };
  });
}

/** Stops an import that is running. What it has added stays until it is undone. */
export async function cancelCommit(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    const stopped = await tx
      .update(import_runs)
      .set({ state: "cancelled", ended_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(import_runs.id, id), inArray(import_runs.state, ["committing"])))
      .returning({ id: import_runs.id });
    if (stopped.length === 0)
      return { ok: false, reason: "refused", message: "This import is not running any more." };
    await recordAudit(tx, ctx, { action: "import.stopped", entity: "import", entity_id: id });
    return { ok: true };
  });
}

/** Stores the rows of an import, a batch at a time, from the line that it has reached. */
export async function commitImport(ctx: JobCtx, { run_id }: { run_id: string }): Promise<void> {
  while (await commitBatch(ctx, run_id));
}

/** One batch: its rows and the line that is reached are stored together, or not at all. False when nothing is left to do. */
export function commitBatch(ctx: JobCtx, run_id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, run_id, "committing");
    if (!run) return false;
    const ofRun = eq(import_runs.id, run_id);
    const rows = await nextRows(tx, run, BATCH);
    const last = rows.at(-1);
    if (!last) {
      await tx
        .update(import_runs)
        .set({ state: "committed", ended_at: ctx.now, updated_at: ctx.now })
        .where(ofRun);
      await recordAudit(tx, ctx, { action: "import.committed", entity: "import", entity_id: run_id });
      return false;
    }
    const lines = rows.flatMap((row) => {
      const read = readSealed(ctx, row, run.mapping as Mapping);
      return read.ok ? [{ line: row.line, row: read.row, answer: row.answer }] : [];
    });
    for (const wave of wavesOf(lines)) await storeWave(tx, ctx, run, wave);
    await tx.update(import_runs).set({ cursor: last.line, updated_at: ctx.now }).where(ofRun);
    return true;
  });
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
