import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { keptLogLines } from "~/platform/log-files.server";
import { backupPath } from "./file/folder.server";
import { redact } from "./file/redact";

/** Where the file of a backup lies, for whoever takes it along, which is written down; null when there is none. */
export async function takeBackup(ctx: AdminCtx, id: string): Promise<{ file: string; path: string } | null> {
  if (!isUuid(id)) return null;
  const [backup] = await ctx.db.select({ file: backups.file }).from(backups).where(eq(backups.id, id));
  if (!backup) return null;
  const details = { file: backup.file };
  await recordAudit(ctx.db, ctx, { action: "backup.downloaded", entity: "backup", entity_id: id, details });
  return { file: backup.file, path: backupPath(ctx.dataDir, backup.file) };
}

/** The lines of the log that are kept, oldest first, redacted; that somebody takes them is written down. */
export async function takeLogs(ctx: AdminCtx): Promise<AsyncIterable<string>> {
  await recordAudit(ctx.db, ctx, { action: "site.logs_downloaded", entity: "site", entity_id: "site" });
  return redacted(keptLogLines(ctx.dataDir));
}

async function* redacted(lines: AsyncIterable<string>) {
  for await (const line of lines) yield redact(line);
}
