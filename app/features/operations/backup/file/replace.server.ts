import { sql } from "drizzle-orm";
import { sessions, users, verifications } from "~/db/schema/accounts";
import { type Erasures, replayErasures } from "~/features/operations/backup/restore/erasures.server";
import { fitSearchTexts } from "~/features/operations/backup/restore/search-texts.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { replaceWaitingJobs } from "./jobs-kept.server";
import { loadBackup } from "./load.server";

/**
 * The site becomes what it was. Nobody stays signed in: who was shut out since would be let in again. Links for new
 * passwords that were still open then are void for the same reason. Who was erased since is erased again.
 */
export async function becomeBackup(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  { file, erasures }: { file: string; erasures: Erasures },
): Promise<void> {
  const { jobs } = await loadBackup(tx, file);
  await fitSearchTexts(tx);
  await tx.delete(sessions);
  await tx.delete(verifications);
  await replaceWaitingJobs(tx, jobs);
  await replayErasures(tx, ctx, erasures);
  await tx.execute(sql`notify public_content`);
}

/** Whether somebody has used the site: it has more than what a first start puts there. */
export async function isUsed(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0 || (await hasRecords(db));
}

async function hasRecords(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from bookings) or exists (select from contact_messages) or exists (select from job_applications)
      or exists (select from newsletter_subscribers) or exists (select from admin_settings)
      or exists (select from audit_log) as used`);
  return rows[0]?.used === true;
}
