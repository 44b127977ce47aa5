import { and, eq, inArray } from "drizzle-orm";
import { sessions, users } from "~/db/schema/accounts";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/features/audit/record.server";
import { readAdministrators } from "~/features/staff/administrators.server";
import type { AdminCtx } from "~/platform/context.server";
import { type Database, postgresCode } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { RESTORABLE } from "./backup";
import { BrokenBackup, inspectBackup } from "./file.server";
import { backupPath } from "./folder.server";
import { VERIFY_BACKUP } from "./job-names";
import { makeBackup } from "./make.server";
import { type ProofForm, RESTORE_WORD } from "./proof";
import { type Refusal, refuseProof } from "./proof.server";
import { becomeBackup } from "./replace.server";

export const LOCK_NOT_AVAILABLE = "55P03";

export type RestoreOutcome =
  /** `stays`: whether the administrator is one in the restored site too, and so stays signed in. */
  | { ok: true; stays: boolean }
  | Refusal
  | { ok: false; reason: "gone" | "not saved" | "busy" }
  | { ok: false; reason: "broken"; message: string };

/** Puts a backup in the place of the whole site, of which another backup is made first. */
export async function restoreBackup(
  ctx: AdminCtx,
  auth: RequestAuth,
  { id, ...form }: ProofForm & { id: string },
): Promise<RestoreOutcome> {
  const refusal = await refuseProof(ctx, auth, form, RESTORE_WORD);
  if (refusal) return refusal;
  const [backup] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), inArray(backups.status, RESTORABLE)));
  if (!backup) return { ok: false, reason: "gone" };
  const file = backupPath(ctx.dataDir, backup.file);
  try {
    const { header } = await inspectBackup(file);
    const saved = await makeBackup(ctx, "before restore");
    if (!saved.ok) return { ok: false, reason: "not saved" };
    const stays = await ctx.db.transaction(async (tx) => {
      const [session] = await tx.select().from(sessions).where(eq(sessions.id, ctx.actor.session_id));
      await becomeBackup(tx, file);
      const details = { file: backup.file, made_at: header.made_at };
      await recordAudit(tx, ctx, { action: "site.restored", entity: "site", entity_id: "site", details });
      await ctx.jobs.enqueue(tx, VERIFY_BACKUP, { id: saved.id });
      return keepSession(tx, session);
    });
    return { ok: true, stays };
  } catch (error) {
    if (postgresCode(error) === LOCK_NOT_AVAILABLE) return { ok: false, reason: "busy" };
    if (!(error instanceof BrokenBackup)) throw error;
    await ctx.db
      .update(backups)
      .set({ status: "corrupt", error: error.message })
      .where(eq(backups.id, backup.id));
    return { ok: false, reason: "broken", message: error.message };
  }
}

/** Who restores must not lose the office in the middle of it, if they are an administrator there. */
async function keepSession(
  tx: Database,
  session: typeof sessions.$inferSelect | undefined,
): Promise<boolean> {
  if (!session) return false;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, session.userId));
  if (!user || !(await readAdministrators(tx)).includes(user.id)) return false;
  await tx.insert(sessions).values(session);
  return true;
}
