import { rm } from "node:fs/promises";
import { and, eq, notInArray } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { backupPath } from "./file/folder.server";

/** Deletes a backup, file and all; a second time is as good as the first. */
export async function deleteBackup(ctx: AdminCtx, id: string): Promise<{ ok: true }> {
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
