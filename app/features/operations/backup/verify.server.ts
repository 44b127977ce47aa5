import { and, eq, ne } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { INSUFFICIENT_PRIVILEGE, postgresCode } from "~/platform/database.server";
import { BrokenBackup } from "./file/file.server";
import { backupPath } from "./file/folder.server";
import { MayNotTry } from "./file/scratch.server";
import { type Prover, tryOut } from "./restore/try-out.server";

type Verifier = Prover & Pick<Ctx, "db" | "actor">;

/**
 * Tries a backup out in a scratch database of its own. What it shows is written beside the backup, unless that is being
 * restored by then: restoring it tries it out as well.
 */
export async function verifyBackup(ctx: Verifier, { id, file }: { id: string; file: string }): Promise<void> {
  const unlessRestoring = and(eq(backups.id, id), ne(backups.status, "restoring"));
  const checking = { status: "checking", updated_at: ctx.now } as const;
  const begun = await ctx.db
    .update(backups)
    .set(checking)
    .where(unlessRestoring)
    .returning({ id: backups.id });
  if (begun.length === 0) return;
  const result = await resultOf(ctx, backupPath(ctx.dataDir, file));
  await ctx.db.transaction(async (tx) => {
    const told = await tx
      .update(backups)
      .set(result.status === "verified" ? { ...result, verified_at: ctx.now, error: null } : result)
      .where(unlessRestoring)
      .returning({ id: backups.id });
    const { status, error: reason } = result;
    if (told.length > 0 && status !== "made")
      await recordAudit(tx, ctx, {
        action: `backup.${status}`,
        entity: "backup",
        entity_id: id,
        details: { file, ...(reason && { reason }) },
      });
  });
}

type Result = { status: "verified" | "corrupt"; error?: string } | { status: "made"; error: string };

async function resultOf(ctx: Verifier, file: string): Promise<Result> {
  try {
    await tryOut(ctx, file);
    return { status: "verified" };
  } catch (error) {
    const trouble = failureOf(error);
    if (!(error instanceof BrokenBackup || error instanceof MayNotTry))
      ctx.log.error({ err: error }, "a backup could not be tried out");
    return trouble.broken
      ? { status: "corrupt", error: trouble.message }
      : { status: "made", error: `Not verified: ${trouble.message}` };
  }
}

/** What kept a backup from being restored, in words, and whether that is the backup's own fault. */
export function failureOf(error: unknown): { broken: boolean; message: string } {
  if (error instanceof BrokenBackup) return { broken: true, message: error.message };
  if (error instanceof MayNotTry) return { broken: false, message: error.message };
  if (isDataFault(error)) return { broken: true, message: "It can't be restored. See the log for details." };
  if (postgresCode(error) === INSUFFICIENT_PRIVILEGE)
    return {
      broken: false,
      message: "the database user isn't allowed to replace its tables. See docs/operations.md.",
    };
  if (postgresCode(error) === DISK_FULL || (error as NodeJS.ErrnoException).code === "ENOSPC")
    return { broken: false, message: "there is no space left on the disk." };
  return { broken: false, message: "something went wrong. See the log for details." }; // no connection left, say
}

const DISK_FULL = "53100";

/** Values that no column takes, or rows that break a rule. */
function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(postgresCode(error) ?? "");
}
