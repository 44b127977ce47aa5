import { eq } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath } from "~/features/operations/backup/file/folder.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { keptLogLines } from "~/platform/log-files.server";

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

/** Looked for at the beginnings of words only: a long line without any would take minutes. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /(?<![\w.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Long words with letters and digits: what links and cookies carry. */
const TOKEN = /[\w-]{24,}/g;
const LOGIN_IN_URL = /(:\/\/)[^\s/@"]+@/g;
const NAMED = /("(?:password|secret|token|card|authorization|cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/**
 * A line of the log as it may leave the site: without addresses, telephone numbers, tokens and passwords. Ids stay, they
 * tell what it is about.
 */
export function redact(line: string): string {
  return line
    .replace(NAMED, '$1"[hidden]"')
    .replace(LOGIN_IN_URL, "$1[hidden]@")
    .replace(EMAIL, "[email]")
    .replace(PHONE, "[phone]")
    .replace(TOKEN, (word) => (UUID.test(word) || !/\d/.test(word) ? word : "[token]"));
}
