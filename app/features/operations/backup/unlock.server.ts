import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { type BackupFile, identityIn, unlock } from "~/features/operations/backup/file/encrypt.server";
import { backupPath } from "~/features/operations/backup/file/file.server";
import type { Ctx } from "~/platform/context.server";
import { isEncrypted } from "./backup";

const placeOf = (id: string) => `backups.key:${id}`;

/**
 * The key of one encrypted backup, sealed for its job: the identity itself never leaves the request. Undefined for a backup
 * that is not encrypted, null if the identity doesn't open it.
 */
export async function sealedKey(
  ctx: Pick<Ctx, "db" | "vault" | "dataDir">,
  id: string,
  identity: string,
): Promise<string | undefined | null> {
  const [backup] = await ctx.db.select({ file: backups.file }).from(backups).where(eq(backups.id, id));
  if (!backup || !isEncrypted(backup.file)) return undefined;
  const given = identityIn(identity);
  const key = given && (await unlock(backupPath(ctx.dataDir, backup.file), given));
  return key ? ctx.vault.seal(key, placeOf(id)) : null;
}

/** The sealed key of a backup that was just written; undefined if it is not encrypted. */
export function sealWritten(ctx: Pick<Ctx, "vault">, id: string, written: BackupFile): string | undefined {
  return typeof written === "string" ? undefined : ctx.vault.seal(written.key, placeOf(id));
}

/** The file of a backup with the key that its job has; without one, an encrypted file can't be read. */
export function openedWith(
  ctx: Pick<Ctx, "vault" | "dataDir">,
  { id, file }: { id: string; file: string },
  sealed: string | undefined,
): BackupFile {
  const path = backupPath(ctx.dataDir, file);
  const key = sealed && ctx.vault.open(sealed, placeOf(id));
  return key ? { file: path, key } : path;
}
