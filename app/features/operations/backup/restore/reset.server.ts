import { rm } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { accounts, passkeys, sessions, two_factors, user_roles, users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { makeBackup } from "~/features/operations/backup/create.server";
import { VERIFY_BACKUP } from "~/features/operations/backup/file/job-names";
import { replaceEverything } from "~/features/operations/backup/file/load.server";
import { replaceWaitingJobs } from "~/features/operations/backup/file/queue.server";
import { putRecipient, readRecipient } from "~/features/operations/backup/recipient.server";
import { sealWritten } from "~/features/operations/backup/unlock.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { SiteKind } from "~/features/operations/settings/site/site";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx, StartingOver } from "~/platform/context.server";
import {
  type Database,
  INSUFFICIENT_PRIVILEGE,
  LOCK_NOT_AVAILABLE,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";

export type ResetOutcome =
  | { ok: true; backup: string }
  | { ok: false; reason: "not saved" | "busy" | "no right" }
  | { ok: false; reason: "other kind" };

class OtherKind extends Error {}

type Fresh = {
  kind: SiteKind;
  /** Empties nothing unless the site still is of this kind. */
  from?: SiteKind;
  /** What else the fresh site gets, in the same transaction. */
  settle?: (tx: Database) => Promise<void>;
};

/**
 * Empties the site and makes it the demo or a company's own, after making a backup. The administrator who does it keeps
 * account, role and session.
 */
export async function resetSite(
  ctx: StaffCtx,
  { asOwner, seed }: StartingOver,
  { kind, from, settle }: Fresh,
): Promise<ResetOutcome> {
  const made = await makeBackup(ctx, "before reset");
  if (!made.ok) return { ok: false, reason: "not saved" };
  try {
    await asOwner(async (tx) => {
      await lockUntilCommit(tx, "settings");
      if (from && (await readSettings({ db: tx }))["site.kind"] !== from) throw new OtherKind();
      const self = await readSelf(tx, ctx);
      const recipient = await readRecipient({ db: tx });
      await replaceEverything(tx, async () => {});
      await putRecipient(tx, ctx, recipient);
      await replaceWaitingJobs(tx, []);
      await putSelf(tx, ctx, self);
      await seed(tx, kind);
      await settle?.(tx);
      const details = { backup: made.file, kind };
      await recordAudit(tx, ctx, { action: "site.reset", entity: "site", entity_id: "site", details });
      await ctx.jobs.enqueue(tx, VERIFY_BACKUP, {
        id: made.id,
        key: sealWritten(ctx, made.id, made.written),
      });
      await tx.execute(sql`notify public_content`);
    });
  } catch (error) {
    if (error instanceof OtherKind) return { ok: false, reason: "other kind" };
    if (postgresCode(error) === LOCK_NOT_AVAILABLE) return { ok: false, reason: "busy" };
    if (postgresCode(error) === INSUFFICIENT_PRIVILEGE) return { ok: false, reason: "no right" };
    throw error;
  }
  await rm(path.join(ctx.dataDir, "mail"), { recursive: true, force: true }); // emails stored as files while no SMTP server was set
  return { ok: true, backup: made.file };
}

export type Self = Awaited<ReturnType<typeof readSelf>>;

/** The account that works on the site, with what signs it in. */
export async function readSelf(tx: Database, { actor }: StaffCtx) {
  return {
    users: await tx.select().from(users).where(eq(users.id, actor.id)),
    profiles: await tx.select().from(profiles).where(eq(profiles.id, actor.id)),
    accounts: await tx.select().from(accounts).where(eq(accounts.userId, actor.id)),
    two_factors: await tx.select().from(two_factors).where(eq(two_factors.userId, actor.id)),
    passkeys: await tx.select().from(passkeys).where(eq(passkeys.userId, actor.id)),
    sessions: await tx.select().from(sessions).where(eq(sessions.id, actor.session_id)),
  };
}

/** Gives the account back to a site that was emptied. */
export async function putSelf(tx: Database, { actor, now }: StaffCtx, self: Self): Promise<void> {
  await tx.insert(users).values(self.users); // a trigger adds the profile
  for (const { id, ...profile } of self.profiles) {
    await tx.update(profiles).set(profile).where(eq(profiles.id, id));
  }
  if (self.accounts.length > 0) await tx.insert(accounts).values(self.accounts);
  if (self.two_factors.length > 0) await tx.insert(two_factors).values(self.two_factors);
  if (self.passkeys.length > 0) await tx.insert(passkeys).values(self.passkeys);
  if (self.sessions.length > 0) await tx.insert(sessions).values(self.sessions);
  await tx.insert(user_roles).values({ user_id: actor.id, role: actor.role, created_at: now });
}
