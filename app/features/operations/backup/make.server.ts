import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import { backupFileName, type Reason } from "./backup";
import { dumpSite } from "./file/dump.server";
import { writeBackup } from "./file/file.server";
import { backupPath, makeFolder } from "./file/folder.server";
import { MAKE_BACKUP } from "./file/job-names";
import { keepErasures } from "./restore/erasures.server";

type Maker = Pick<Ctx, "db" | "actor" | "now" | "vault" | "log" | "dataDir">;

export type MakeOutcome = { ok: true; id: string; file: string } | { ok: false; reason: "failed" };

/**
 * 'Create Backup': it is written down as begun, and a job does it. `form_id` is of the form as it was shown: sent twice, it is
 * one backup.
 */
export async function startBackup(ctx: AdminCtx, form_id: string): Promise<{ ok: true; id: string }> {
  const id = await ctx.db.transaction(async (tx) => {
    const begun = await begin({ ...ctx, db: tx }, "manual", form_id);
    if (!begun.isNew) return begun.id;
    await ctx.jobs.enqueue(tx, MAKE_BACKUP, { id: begun.id });
    await recordAudit(tx, ctx, { action: "backup.started", entity: "backup", entity_id: begun.id });
    return begun.id;
  });
  return { ok: true, id };
}

/** Makes a backup here and now. */
export async function makeBackup(ctx: Maker, reason: Reason): Promise<MakeOutcome> {
  return finishBackup(ctx, await begin(ctx, reason));
}

/** Writes the file of a backup that was begun, and tells how it went. */
export async function finishBackup(
  ctx: Maker,
  { id, file }: { id: string; file: string },
): Promise<MakeOutcome> {
  try {
    await makeFolder(ctx.dataDir);
    await keepErasures(ctx);
    const { bytes } = await dumpSite(ctx, (text) => writeBackup(backupPath(ctx.dataDir, file), text));
    await ctx.db.transaction(async (tx) => {
      await tx.update(backups).set({ status: "made", bytes }).where(eq(backups.id, id));
      await recordAudit(tx, ctx, {
        action: "backup.made",
        entity: "backup",
        entity_id: id,
        details: { file, bytes },
      });
    });
    return { ok: true, id, file };
  } catch (err) {
    ctx.log.error({ err }, "a backup could not be made");
    const code = (err as NodeJS.ErrnoException).code;
    const error =
      code === "ENOSPC"
        ? "There is no space left on the disk."
        : "It could not be written. See the log for details.";
    await ctx.db.transaction(async (tx) => {
      await tx.update(backups).set({ status: "failed", error }).where(eq(backups.id, id));
      await recordAudit(tx, ctx, { action: "backup.failed", entity: "backup", entity_id: id });
    });
    return { ok: false, reason: "failed" };
  }
}

/** Writes down that a backup begins to be. */
export async function begin(
  { db, now }: Pick<Ctx, "db" | "now">,
  reason: Reason,
  id: string = randomUUID(),
): Promise<{ id: string; file: string; isNew: boolean }> {
  const file = backupFileName(now, reason, id);
  const made = await db
    .insert(backups)
    .values({ id, file, reason, status: "running", created_at: now, updated_at: now })
    .onConflictDoNothing({ target: backups.id })
    .returning({ id: backups.id });
  return { id, file, isNew: made.length > 0 };
}
