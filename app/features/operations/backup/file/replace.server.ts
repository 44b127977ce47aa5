import { sql } from "drizzle-orm";
import { sessions, users, verifications } from "~/db/schema/accounts";
import { putRecipient, readRecipient } from "~/features/operations/backup/recipient.server";
import { type Erasures, repeatErasures } from "~/features/operations/backup/restore/erasures.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { BackupFile } from "./encrypt.server";
import { loadBackup } from "./load.server";
import { replaceWaitingJobs } from "./queue.server";

/**
 * Replaces the site with a backup. Ends all sessions and invalidates password links, which may have been revoked since the
 * backup. Backups stay encrypted for the same recipient. Erases again every account that was erased since.
 */
export async function replaceSite(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now" | "vault">,
  { file, erasures }: { file: BackupFile; erasures: Erasures },
): Promise<void> {
  const recipient = await readRecipient({ db: tx });
  const { jobs } = await loadBackup(tx, file);
  await putRecipient(tx, ctx, recipient);
  await rebuildSearchTexts(tx);
  await tx.delete(sessions);
  await tx.delete(verifications);
  await replaceWaitingJobs(tx, jobs);
  await repeatErasures(tx, ctx, erasures);
  await tx.execute(sql`notify public_content`);
}

/** Whether the site has more data than its first start creates. */
export async function isInUse(db: Database): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0 || (await hasRecords(db));
}

async function hasRecords(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from bookings) or exists (select from contact_messages) or exists (select from job_applications)
      or exists (select from newsletter_subscribers) or exists (select from admin_settings)
      or exists (select from audit_log) as used`);
  return rows[0]?.used === true;
}

/**
 * The database computes a booking's search text by lowercasing name and address, which differs between servers ("Σ", or
 * "Å" in the locale C). Recomputes the texts of rows from another server.
 */
export async function rebuildSearchTexts(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('public.search_texts') is not null as there`,
  );
  if (rows[0]?.there !== true) return;
  await tx.execute(sql`
    insert into search_texts (key, who, town)
    select distinct on (search_key) search_key, lower(coalesce(customer_name, '') || ' ' || address_line1), lower(city)
    from bookings where not exists (select from search_texts where key = search_key)`);
  await tx.execute(
    sql`delete from search_texts where not exists (select from bookings where search_key = key)`,
  );
}
