import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath, makeFolder } from "~/features/operations/backup/file/file.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { backupFileName, isEncrypted, type Reason } from "./backup";
import { dumpSite } from "./file/dump.server";
import type { BackupFile } from "./file/encrypt.server";
import { writeBackup } from "./file/file.server";
import type { CarriedFiles } from "./file/format";
import { MAKE_BACKUP } from "./file/job-names";
import { readRecipient } from "./recipient.server";
import { writeErasures } from "./restore/erasures.server";

type BackupCtx = Pick<Ctx, "db" | "actor" | "now" | "vault" | "log" | "dataDir" | "files">;

/** `written` reads the file, also an encrypted one. */
export type MakeOutcome =
  | { ok: true; id: string; file: string; written: BackupFile; files?: CarriedFiles }
  | { ok: false; reason: "failed" };

/** Records a backup as running and queues its job. Submitting the same `form_id` twice makes one backup. */
export async function startBackup(ctx: StaffCtx, form_id: string): Promise<{ ok: true; id: string }> {
  const id = await ctx.db.transaction(async (tx) => {
    const begun = await beginBackup({ ...ctx, db: tx }, "manual", form_id);
    if (!begun.isNew) return begun.id;
    await ctx.jobs.enqueue(tx, MAKE_BACKUP, { id: begun.id });
    await recordAudit(tx, ctx, { action: "backup.started", entity: "backup", entity_id: begun.id });
    return begun.id;
  });
  return { ok: true, id };
}

/** Makes a backup synchronously. */
export async function makeBackup(ctx: BackupCtx, reason: Reason): Promise<MakeOutcome> {
  return finishBackup(ctx, await beginBackup(ctx, reason));
}

/** Writes the file of a backup that was begun and records the outcome. */
export async function finishBackup(
  ctx: BackupCtx,
  { id, file }: { id: string; file: string },
): Promise<MakeOutcome> {
  try {
    await makeFolder(ctx.dataDir);
    await writeErasures(ctx);
    const recipient = isEncrypted(file) ? await readRecipient(ctx) : null;
    if (isEncrypted(file) && !recipient) throw new Error("The recipient was removed meanwhile");
    let files: CarriedFiles | undefined;
    const onFiles = (found: CarriedFiles) => {
      files = found;
    };
    const { bytes, written } = await dumpSite({ ...ctx, store: ctx.files, onFiles }, (text) =>
      writeBackup(backupPath(ctx.dataDir, file), text, recipient),
    );
    await ctx.db.transaction(async (tx) => {
      await tx.update(backups).set({ status: "made", bytes, files }).where(eq(backups.id, id));
      await recordAudit(tx, ctx, {
        action: "backup.made",
        entity: "backup",
        entity_id: id,
        details: { file, bytes, files },
      });
    });
    return { ok: true, id, file, written, files };
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

/** Records a backup as running. Returns `isNew: false` if the id exists. */
export async function beginBackup(
  { db, now }: Pick<Ctx, "db" | "now">,
  reason: Reason,
  id: string = randomUUID(),
): Promise<{ id: string; file: string; isNew: boolean }> {
  const encrypted = reason !== "uploaded" && (await readRecipient({ db })) !== null;
  const file = backupFileName(now, reason, id, { encrypted });
  const made = await db
    .insert(backups)
    .values({ id, file, reason, status: "running", created_at: now, updated_at: now })
    .onConflictDoNothing({ target: backups.id })
    .returning({ id: backups.id });
  return { id, file, isNew: made.length > 0 };
}
