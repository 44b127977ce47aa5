import { and, eq, inArray } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { RESTORABLE } from "./backup";
import { VERIFY_BACKUP } from "./file/job-names";

/** Has a backup tried out again, by a job. */
export function startCheck(ctx: AdminCtx, id: string): Promise<{ ok: true } | { ok: false; reason: "gone" }> {
  return ctx.db.transaction(async (tx) => {
    const [backup] = await tx
      .update(backups)
      .set({ status: "checking", updated_at: ctx.now })
      .where(and(eq(backups.id, id), inArray(backups.status, [...RESTORABLE, "corrupt"])))
      .returning({ id: backups.id });
    if (!backup) return { ok: false, reason: "gone" };
    await ctx.jobs.enqueue(tx, VERIFY_BACKUP, { id });
    await recordAudit(tx, ctx, { action: "backup.check_started", entity: "backup", entity_id: id });
    return { ok: true };
  });
}
