import { eq, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import { CreditInUse } from "./credit/undo.server";
import type { Dependent } from "./import";
import { ONE_IMPORT, type Refused, type Run, refuse, withRun } from "./run.server";
import { subjectOf } from "./subjects.server";

export type UndoOutcome =
  | { ok: true }
  | Refused
  /** What has come to depend on the import: at most 20 of them are named. */
  | { ok: false; reason: "depended on"; dependents: Dependent[]; count: number };

/** Takes back everything that an import did, or nothing: not if something has come to depend on it. Twice has no further effect. */
export async function undoImport(ctx: StaffCtx, id: string): Promise<UndoOutcome> {
  return withRun(ctx, id, (tx, run) => undo(tx, ctx, run)).catch((error): UndoOutcome => {
    const message = whyNotNow(error);
    if (message === null) throw error;
    return refuse(message);
  });
}

/** The words for what others do at the same moment; null for an error that is none of theirs. */
function whyNotNow(error: unknown): string | null {
  if (error instanceof CreditInUse) return "Somebody is using credit right now. Undo it again in a moment.";
  if (postgresCode(error) !== EXCLUSION_VIOLATION) return null;
  return "A crew has another visit at a time that one would go back to. Move that visit first.";
}

async function undo(tx: Database, ctx: StaffCtx, run: Run): Promise<UndoOutcome> {
  const { id } = run;
  if (run.state === "undone") return { ok: true };
  if (run.state !== "committed" && run.state !== "cancelled")
    return refuse("Only an import that has ended or was stopped can be undone.");
  if (run.cursor > 0 && !(await hasRows(tx, id)))
    return refuse("The rows of this import are gone. It can’t be undone any more.");
  await lockUntilCommit(tx, ONE_IMPORT);
  const subject = subjectOf(run);
  const found = await subject.readDependents(tx, id);
  if (found.count > 0) return { ok: false, reason: "depended on", ...found };
  // One statement deletes all its visits: 100,000 take longer than a statement may.
  await tx.execute(sql`set local statement_timeout = 0`);
  await subject.takeBack(tx, ctx, id);
  await tx
    .update(import_runs)
    .set({ state: "undone", ended_at: ctx.now, updated_at: ctx.now, mails_open_at: null })
    .where(eq(import_runs.id, id));
  await recordAudit(tx, ctx, { action: "import.undone", entity: "import", entity_id: id });
  return { ok: true };
}

async function hasRows(tx: Database, run_id: string): Promise<boolean> {
  const found = await tx
    .select({ line: import_rows.line })
    .from(import_rows)
    .where(eq(import_rows.run_id, run_id))
    .limit(1);
  return found.length > 0;
}
