import { eq } from "drizzle-orm";
import { import_runs } from "~/db/schema/imports";
import type { JobCtx } from "~/platform/runtime.server";
import { lockRun, nextRows, saveVerdicts } from "./run.server";
import { subjectOf } from "./subjects.server";

/** Rows per transaction. Each batch looks through the rows before it; what a larger one reads outlives it in memory. */
const BATCH = 500;
/** The line of the headings. */
const FIRST_LINE = 1;

/** Reads and compares every row of an import without changing anything else. Goes on where a killed run stopped. */
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
      const asksStripe = run.mapping.includes("stripe_customer");
      await tx
        .update(import_runs)
        .set({ ...changed, state: "checked", cursor: 0, stripe_line: asksStripe ? FIRST_LINE : null })
        .where(ofRun);
      if (asksStripe) await ctx.jobs.enqueue(tx, "check-import-at-stripe", { run_id });
      return false;
    }
    await saveVerdicts(tx, run_id, await subjectOf(run).check(tx, ctx, run, rows));
    await tx
      .update(import_runs)
      .set({ ...changed, cursor: last.line })
      .where(ofRun);
    return true;
  });
}
