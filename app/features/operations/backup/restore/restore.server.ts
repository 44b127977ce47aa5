import { and, eq, inArray, sql } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { RESTORABLE } from "~/features/operations/backup/backup";
import { RESTORE_BACKUP } from "~/features/operations/backup/file/job-names";
import { type ProofForm, RESTORE_WORD } from "~/features/operations/backup/proof";
import { type Refusal, refuseProof } from "~/features/operations/backup/proof.server";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";

export type RestoreOutcome = { ok: true } | Refusal | { ok: false; reason: "gone" | "restoring" };

/** Has a backup put in the place of the whole site, by a job: a big one takes longer than a request may. */
export async function startRestore(
  ctx: AdminCtx,
  auth: RequestAuth,
  { id, ...form }: ProofForm & { id: string },
): Promise<RestoreOutcome> {
  const refusal = await refuseProof(ctx, auth, form, RESTORE_WORD);
  if (refusal) return refusal;
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "restore");
    const [other] = await tx.select().from(backups).where(eq(backups.status, "restoring")).limit(1);
    if (other) return { ok: false, reason: "restoring" };
    const [backup] = await tx
      .update(backups)
      .set({ status: "restoring", error: null, updated_at: ctx.now })
      .where(and(eq(backups.id, id), inArray(backups.status, RESTORABLE)))
      .returning({ id: backups.id });
    if (!backup) return { ok: false, reason: "gone" };
    await ctx.jobs.enqueue(tx, RESTORE_BACKUP, { id, session_id: ctx.actor.session_id });
    await recordAudit(tx, ctx, { action: "backup.restore_started", entity: "backup", entity_id: id });
    return { ok: true };
  });
}

/**
 * A restore whose program was killed has changed nothing: what it did is undone, or it would say so itself. It is over when
 * its job is.
 */
export async function endCutOffRestore(db: Database): Promise<void> {
  await db
    .update(backups)
    .set({ status: "made", error: "The restore was interrupted. Nothing was changed." })
    .where(
      and(
        eq(backups.status, "restoring"),
        sql`not exists (select from pgboss.job where name = ${RESTORE_BACKUP}
          and state in ('created', 'retry', 'active') and data ->> 'id' = ${backups.id}::text)`,
      ),
    );
}
