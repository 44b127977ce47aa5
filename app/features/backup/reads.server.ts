import { desc } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { readSettings } from "~/features/settings/reads.server";
import { momentInWords } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { isCutOff } from "./backup";
import { type BackupRow, healthOf } from "./health";

/** How many the panel lists, newest first. */
const LISTED = 50;

/** The backups as the panel shows them, and how it stands with them. */
export async function readBackups(ctx: AdminCtx) {
  const zone = (await readSettings(ctx))["general.timezone"];
  const found = await ctx.db.select().from(backups).orderBy(desc(backups.created_at)).limit(LISTED);
  const rows = found.map((backup): BackupRow => {
    const cutOff = isCutOff(backup, ctx.now) && backup.status === "running";
    return {
      id: backup.id,
      made: momentInWords(backup.created_at, zone),
      reason: backup.reason,
      status: cutOff ? "failed" : backup.status,
      bytes: backup.bytes,
      error: cutOff ? "It was cut off." : backup.error,
      verified: backup.verified_at && momentInWords(backup.verified_at, zone),
    };
  });
  return { rows, health: healthOf(rows) };
}
