import { and, eq, ne } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { INSUFFICIENT_PRIVILEGE, postgresCode } from "~/platform/database/database.server";
import { StoreDown, StoreFull } from "~/platform/files/store.server";
import { type BackupFile, LockedBackup } from "./file/encrypt.server";
import { BrokenBackup } from "./file/file.server";
import { NoScratchDatabase } from "./file/scratch.server";
import { type Tester, testRestore } from "./restore/rehearse.server";

type VerifyCtx = Tester & Pick<Ctx, "db" | "actor">;

/** Tests a backup in a scratch database and records the result, unless it is being restored meanwhile, which tests it too. */
export async function verifyBackup(
  ctx: VerifyCtx,
  { id, file, written }: { id: string; file: string; written?: BackupFile },
): Promise<void> {
  const unlessRestoring = and(eq(backups.id, id), ne(backups.status, "restoring"));
  const checking = { status: "checking", updated_at: ctx.now } as const;
  const begun = await ctx.db
    .update(backups)
    .set(checking)
    .where(unlessRestoring)
    .returning({ id: backups.id });
  if (begun.length === 0) return;
  const result = await resultOf(ctx, written ?? backupPath(ctx.dataDir, file));
  await ctx.db.transaction(async (tx) => {
    const recorded = await tx
      .update(backups)
      .set(result.status === "verified" ? { ...result, verified_at: ctx.now, error: null } : result)
      .where(unlessRestoring)
      .returning({ id: backups.id });
    const { status, error: reason } = result;
    if (recorded.length > 0 && status !== "made")
      await recordAudit(tx, ctx, {
        action: `backup.${status}`,
        entity: "backup",
        entity_id: id,
        details: { file, ...(reason && { reason }) },
      });
  });
}

type Result = { status: "verified" | "corrupt"; error?: string } | { status: "made"; error: string };

async function resultOf(ctx: VerifyCtx, file: BackupFile): Promise<Result> {
  try {
    await testRestore(ctx, file);
    return { status: "verified" };
  } catch (error) {
    const failure = failureOf(error);
    if (!(error instanceof BrokenBackup || error instanceof NoScratchDatabase))
      ctx.log.error({ err: error }, "a backup could not be tried out");
    return failure.broken
      ? { status: "corrupt", error: failure.message }
      : { status: "made", error: `Not verified: ${failure.message}` };
  }
}

/** Why a backup could not be restored, as text, and whether the backup itself is broken. */
export function failureOf(error: unknown): { broken: boolean; message: string } {
  if (error instanceof BrokenBackup) return { broken: true, message: error.message };
  if (error instanceof NoScratchDatabase) return { broken: false, message: error.message };
  if (error instanceof LockedBackup) return { broken: false, message: "it takes the identity to read it." };
  if (error instanceof StoreFull) return { broken: false, message: "there is no space left for its files." };
  if (error instanceof StoreDown)
    return { broken: false, message: "the store of files can't be used. See the log for details." };
  if (isDataFault(error)) return { broken: true, message: "It can't be restored. See the log for details." };
  if (postgresCode(error) === INSUFFICIENT_PRIVILEGE)
    return {
      broken: false,
      message: "the database user isn't allowed to replace its tables. See docs/operations.md.",
    };
  if (postgresCode(error) === DISK_FULL || (error as NodeJS.ErrnoException).code === "ENOSPC")
    return { broken: false, message: "there is no space left on the disk." };
  return { broken: false, message: "something went wrong. See the log for details." }; // for example, no free connection
}

const DISK_FULL = "53100";

/** Invalid values or violated constraints. */
function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(postgresCode(error) ?? "");
}
