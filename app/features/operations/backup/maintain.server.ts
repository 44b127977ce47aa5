import { rm } from "node:fs/promises";
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { VERIFY_BACKUP } from "~/features/operations/backup/file/job-names";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { RESTORABLE } from "./backup";
import { sealedKey } from "./unlock.server";

/** Queues another test of a backup. An encrypted one needs the identity. */
export async function startVerification(
  ctx: StaffCtx,
  id: string,
  identity = "",
): Promise<{ ok: true } | { ok: false; reason: "gone" | "wrong identity" }> {
  const key = await sealedKey(ctx, id, identity);
  if (key === null) return { ok: false, reason: "wrong identity" };
  return ctx.db.transaction(async (tx) => {
    const [backup] = await tx
      .update(backups)
      .set({ status: "checking", updated_at: ctx.now })
      .where(and(eq(backups.id, id), inArray(backups.status, [...RESTORABLE, "corrupt"])))
      .returning({ id: backups.id });
    if (!backup) return { ok: false, reason: "gone" };
    await ctx.jobs.enqueue(tx, VERIFY_BACKUP, { id, key });
    await recordAudit(tx, ctx, { action: "backup.check_started", entity: "backup", entity_id: id });
    return { ok: true };
  });
}

/** Clears the page cache of every process, by a notification that they all listen to. */
export async function clearCache(ctx: StaffCtx): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`notify public_content`);
    await recordAudit(tx, ctx, { action: "site.cache_cleared", entity: "site", entity_id: "site" });
  });
  return { ok: true };
}

/** Deletes a backup and its file. Deleting twice has no further effect. */
export async function deleteBackup(ctx: StaffCtx, id: string): Promise<{ ok: true }> {
  const gone = await ctx.db.transaction(async (tx) => {
    const [backup] = await tx
      .delete(backups)
      .where(and(eq(backups.id, id), notInArray(backups.status, ["running", "restoring"])))
      .returning({ file: backups.file });
    if (!backup) return null;
    const details = { before: { file: backup.file } };
    await recordAudit(tx, ctx, { action: "backup.deleted", entity: "backup", entity_id: id, details });
    return backup;
  });
  if (gone) await rm(backupPath(ctx.dataDir, gone.file), { force: true });
  return { ok: true };
}
