import { and, count, eq, isNull } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { ANSWERS, answersToAll, VERDICTS, type Verdict, whyNotCommit } from "./rules";
import { lockRun, nextRows, ONE_IMPORT, type Refused, refuse, withRun } from "./run.server";
import { subjectOf } from "./subjects.server";

/** Rows per transaction. What a killed process had not committed is done again. */
const BATCH = 200;

/** Rows of a run by verdict, and conflicts without an answer. */
export async function countRows(db: Database, run_id: string) {
  const found = await db
    .select({ verdict: import_rows.verdict, count: count() })
    .from(import_rows)
    .where(eq(import_rows.run_id, run_id))
    .groupBy(import_rows.verdict);
  const open = await db
    .select({ clash: import_rows.clash, count: count() })
    .from(import_rows)
    .where(
      and(
        eq(import_rows.run_id, run_id),
        eq(import_rows.verdict, "conflict"),
        isNull(import_rows.answer),
        isNull(import_rows.done_at),
      ),
    )
    .groupBy(import_rows.clash);
  const of = (verdict: Verdict) => found.find((one) => one.verdict === verdict)?.count ?? 0;
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, of(verdict)])) as Record<
    Verdict,
    number
  >;
  const possible = new Set(open.flatMap(({ clash }) => answersToAll(clash)));
  const unanswered = open.reduce((sum, one) => sum + one.count, 0);
  return { counts, unanswered, answers: ANSWERS.filter((answer) => possible.has(answer)) };
}

/** Starts an import after its dry run, or one that was stopped where it stopped. Twice has no further effect. */
export async function startCommit(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    if (run.state === "committing" || run.state === "committed") return { ok: true };
    const { counts, unanswered } = await countRows(tx, id);
    const message = whyNotCommit(run.state, unanswered, counts);
    if (message) return refuse(message);
    await tx
      .update(import_runs)
      .set({ state: "committing", ended_at: null, updated_at: ctx.now })
      .where(eq(import_runs.id, id));
    await ctx.jobs.enqueue(tx, "commit-import", { run_id: id });
    await recordAudit(tx, ctx, { action: "import.started", entity: "import", entity_id: id });
    return { ok: true };
  });
}

/** Stops an import that is running. What it has added stays until it is undone. Twice has no further effect. */
export async function cancelCommit(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    if (run.state === "cancelled") return { ok: true };
    if (run.state !== "committing") return refuse("This import is not running any more.");
    await tx
      .update(import_runs)
      .set({ state: "cancelled", ended_at: ctx.now, updated_at: ctx.now })
      .where(eq(import_runs.id, id));
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
    await lockUntilCommit(tx, ONE_IMPORT);
    const ofRun = eq(import_runs.id, run_id);
    const rows = await nextRows(tx, run, BATCH);
    const last = rows.at(-1);
    if (!last) {
      await tx
        .update(import_runs)
        .set({ state: "committed", ended_at: ctx.now, updated_at: ctx.now })
        .where(ofRun);
      if (run.mapping.includes("stripe_customer")) await ctx.jobs.enqueue(tx, "check-provider-customers", {});
      await recordAudit(tx, ctx, { action: "import.committed", entity: "import", entity_id: run_id });
      return false;
    }
    await subjectOf(run).store(tx, ctx, run, rows);
    await tx.update(import_runs).set({ cursor: last.line, updated_at: ctx.now }).where(ofRun);
    return true;
  });
}
