import { and, count, desc, eq, sql } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { files } from "~/db/schema/files";
import { backups } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { type BackupRow, filesNotIn, healthOf, isEncrypted, isInterrupted, type StoredFiles } from "./backup";
import { MAX_CARRIED_BYTES } from "./file/stored-files.server";
import { readRecipient } from "./recipient.server";

/** Number of listed backups, newest first. */
const LIMIT = 50;
/** How long a restore counts as recent. */
const RECENT = { hours: 24 };

/** Lists the backups with their health and the last recent restore. */
export async function readBackups(ctx: StaffCtx) {
  const zone = (await readSettings(ctx))["general.timezone"];
  const found = await ctx.db.select().from(backups).orderBy(desc(backups.created_at)).limit(LIMIT);
  const rows = found.map((backup): BackupRow => {
    const interrupted = isInterrupted(backup, ctx.now) && backup.status === "running";
    return {
      id: backup.id,
      made: formatMoment(backup.created_at, zone),
      reason: backup.reason,
      status: interrupted ? "failed" : backup.status,
      encrypted: isEncrypted(backup.file),
      bytes: backup.bytes,
      files: backup.files && {
        carried: backup.files.carried,
        note: filesNotIn(backup.files, ctx.files.place),
      },
      error: interrupted ? "It was interrupted." : backup.error,
      verified: backup.verified_at && formatMoment(backup.verified_at, zone),
    };
  });
  return {
    rows,
    health: healthOf(rows),
    restored: await readRestored(ctx, zone),
    recipient: await readRecipient(ctx),
    stored_files: await readStoredFiles(ctx),
  };
}

async function readStoredFiles({ db, files: { place, isLocal } }: StaffCtx): Promise<StoredFiles> {
  const [found] = await db
    .select({
      count: count(),
      bytes: sql`coalesce(sum(${files.bytes} + coalesce(${files.small_bytes}, 0)), 0)`.mapWith(Number),
    })
    .from(files);
  return {
    count: found?.count ?? 0,
    bytes: found?.bytes ?? 0,
    place,
    carried_bytes: isLocal ? MAX_CARRIED_BYTES : 0,
  };
}

/** Time of the last restore, if recent, and of its backup. */
async function readRestored({ db, now }: StaffCtx, zone: string) {
  const [entry] = await db
    .select({ at: audit_log.at, details: audit_log.details })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.entity, "site"),
        eq(audit_log.entity_id, "site"),
        eq(audit_log.action, "site.restored"),
      ),
    )
    .orderBy(desc(audit_log.id))
    .limit(1);
  if (!entry || Temporal.Instant.compare(entry.at.add(RECENT), now) < 0) return null;
  const { made_at, missing_files } = entry.details as Record<string, unknown>;
  const made = typeof made_at === "string" ? formatMoment(Temporal.Instant.from(made_at), zone) : null;
  return { at: formatMoment(entry.at, zone), made, missing_files: Number(missing_files ?? 0) };
}
