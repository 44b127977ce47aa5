import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { keptLogLines } from "~/platform/log-files.server";

/** Path of a backup's file for a download, which the audit trail records; null if the id is unknown. */
export async function downloadBackup(
  ctx: StaffCtx,
  id: string,
): Promise<{ file: string; path: string } | null> {
  if (!isUuid(id)) return null;
  const [backup] = await ctx.db.select({ file: backups.file }).from(backups).where(eq(backups.id, id));
  if (!backup) return null;
  const details = { file: backup.file };
  await recordAudit(ctx.db, ctx, { action: "backup.downloaded", entity: "backup", entity_id: id, details });
  return { file: backup.file, path: backupPath(ctx.dataDir, backup.file) };
}

/** Retained log lines, oldest first and redacted. The audit trail records the download. */
export async function downloadLogs(ctx: StaffCtx): Promise<AsyncIterable<string>> {
  await recordAudit(ctx.db, ctx, { action: "site.logs_downloaded", entity: "site", entity_id: "site" });
  return redacted(keptLogLines(ctx.dataDir));
}

async function* redacted(lines: AsyncIterable<string>) {
  for await (const line of lines) yield redact(line);
}

/** Matches at word starts only, so that a long line without a match stays fast. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /(?<![\w.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Long words with letters and digits, as in links and cookies. */
const TOKEN = /[\w-]{24,}/g;
const LOGIN_IN_URL = /(:\/\/)[^\s/@"]+@/g;
const NAMED = /("(?:password|secret|token|card|authorization|cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/** Removes emails, phone numbers, tokens and passwords from a log line. Ids are kept. */
export function redact(line: string): string {
  return line
    .replace(NAMED, '$1"[hidden]"')
    .replace(LOGIN_IN_URL, "$1[hidden]@")
    .replace(EMAIL, "[email]")
    .replace(PHONE, "[phone]")
    .replace(TOKEN, (word) => (UUID.test(word) || !/\d/.test(word) ? word : "[token]"));
}
