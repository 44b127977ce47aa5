import { rm } from "node:fs/promises";
import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { accounts, passkeys, sessions, two_factors, user_roles, users } from "~/db/schema/accounts";
import { exports } from "~/db/schema/exports";
import { admin_settings, seeds } from "~/db/schema/settings";
import { makeBackup } from "~/features/operations/backup/create.server";
import { VERIFY_BACKUP } from "~/features/operations/backup/file/job-names";
import { replaceWaitingJobs } from "~/features/operations/backup/file/queue.server";
import { repeatErasures } from "~/features/operations/backup/restore/erasures.server";
import { putSelf, readSelf, type Self } from "~/features/operations/backup/restore/reset.server";
import { sealWritten } from "~/features/operations/backup/unlock.server";
import type { Figures } from "~/features/operations/export/file/figures";
import { loadExport, putFiles } from "~/features/operations/export/file/load.server";
import { openExport } from "~/features/operations/export/file/open.server";
import { readFigures } from "~/features/operations/export/file/rows.server";
import { NoScratch } from "~/features/operations/export/file/scratch.server";
import { readOwnRecords, SiteInUse } from "~/features/operations/export/file/site.server";
import { OWN_SETTINGS } from "~/features/operations/export/file/tables";
import { readSettings } from "~/features/operations/settings/queries.server";
import { storeSetting } from "~/features/operations/settings/store.server";
import { recordAudit } from "~/platform/audit.server";
import { readActor } from "~/platform/auth/actor.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  asOwnerAt,
  type Connection,
  type Database,
  INSUFFICIENT_PRIVILEGE,
  LOCK_NOT_AVAILABLE,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import { StoreDown } from "~/platform/files/store.server";
import type { JobCtx } from "~/platform/runtime.server";
import { exportPath } from "./create.server";
import { EMAILS_SETTING, inUse } from "./export";
import { failExport, NotNow, readSheetsOf, refuseDifferent } from "./verify.server";

export const LOAD_EXPORT = "load-export";

export type TakeBackOutcome =
  | { ok: true }
  | { ok: false; reason: "gone" | "demo" | "busy" }
  | { ok: false; reason: "in use"; there: string };

/** Starts taking an export back that was checked. A job does it, because a large one takes longer than a request may. */
export async function startTakingBack(ctx: StaffCtx, id: string): Promise<TakeBackOutcome> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "export");
    if ((await readSettings({ db: tx }))["site.kind"] === "demo") return { ok: false, reason: "demo" };
    const there = await readOwnRecords(tx);
    if (there) return { ok: false, reason: "in use", there };
    const [other] = await tx.select({ id: exports.id }).from(exports).where(eq(exports.status, "loading"));
    if (other) return { ok: false, reason: "busy" };
    const [row] = await tx
      .update(exports)
      .set({ status: "loading", progress: 0, error: null, updated_at: ctx.now })
      .where(and(eq(exports.id, id), inArray(exports.status, ["checked"])))
      .returning({ id: exports.id });
    if (!row) return { ok: false, reason: "gone" };
    await ctx.jobs.enqueue(tx, LOAD_EXPORT, { id, session_id: ctx.actor.session_id });
    await recordAudit(tx, ctx, { action: "export.take_back_started", entity: "export", entity_id: id });
    return { ok: true };
  });
}

/** `connection` has the rights of the tables' owner. */
type World = JobCtx & { connection: Connection };

/**
 * Takes an export back: backs up the present site, puts the stored files into the store, and replaces everything in one transaction,
 * which compares the figures before it commits. Nothing changes before that. Emails are off until an owner switches them on.
 */
export async function takeBack(
  ctx: World,
  { id, session_id }: { id: string; session_id: string },
): Promise<void> {
  const isLoading = and(eq(exports.id, id), eq(exports.status, "loading"));
  const [row] = await ctx.db.select({ file: exports.file }).from(exports).where(isLoading);
  const actor = await readActor(ctx.db, ctx.log, session_id);
  if (!row) return;
  try {
    if (actor?.role !== "owner") throw notTheOwner();
    const owner: StaffCtx = { ...ctx, actor: { ...actor, role: actor.role } };
    const onProgress = async (progress: number) => {
      await ctx.db.update(exports).set({ progress, updated_at: sql`now()` }).where(isLoading);
    };
    const path = exportPath(ctx.dataDir, row.file);
    const found = await openExport(path);
    try {
      const sheets = await readSheetsOf(ctx, found);
      const saved = await makeBackup(owner, "before restore");
      if (!saved.ok) throw new NotNow("The current site could not be backed up first.");
      const missing = await putFiles(ctx.files, found, { sheets, onBatch: () => onProgress(0) });
      await asOwnerAt(ctx.connection)(async (tx) => {
        if ((await readActor(tx, ctx.log, session_id))?.role !== "owner") throw notTheOwner();
        const self = await readSelf(tx, owner);
        const kept = await readKept(tx);
        await loadExport(tx, found, { vault: ctx.vault, onProgress });
        const figures = await readFigures(tx);
        refuseDifferent(found, figures);
        await putKept(tx, owner, kept);
        await replaceWaitingJobs(tx, []);
        await takeSelf(tx, owner, self);
        await repeatErasures(tx, owner, []);
        await settle(tx, owner, { id, figures, missing });
        const key = sealWritten(ctx, saved.id, saved.written);
        await ctx.jobs.enqueue(tx, VERIFY_BACKUP, { id: saved.id, key });
        await tx.execute(sql`notify public_content`);
      });
    } finally {
      await found.zip.close();
    }
    await rm(path, { force: true });
  } catch (error) {
    const failed = { id, file: row.file, error: inWords(error) };
    await failExport({ ...ctx, actor: actor ?? ctx.actor }, failed, "checked");
  }
}

const notTheOwner = () => new NotNow("You are no longer signed in as the owner.");

/** What happened, for the owner; anything unknown as it is. */
function inWords(error: unknown): unknown {
  if (error instanceof SiteInUse) return new NotNow(`${inUse(error.there)} Nothing was changed.`);
  if (error instanceof NoScratch) return new NotNow(error.message);
  if (error instanceof StoreDown) return new NotNow("The photos could not be stored. Nothing was changed.");
  if (postgresCode(error) === LOCK_NOT_AVAILABLE)
    return new NotNow("The site was too busy, and nothing was changed. Please try again in a minute.");
  if (postgresCode(error) === INSUFFICIENT_PRIVILEGE)
    return new NotNow("The database user isn't allowed to empty its tables, so nothing was changed.");
  return error;
}

type Kept = { settings: (typeof admin_settings.$inferSelect)[]; seeds: (typeof seeds.$inferSelect)[] };

/** What stays this site's: its secrets, its kind, and which seeds have run here. */
const isOwn = inArray(sql`${admin_settings.category} || '.' || ${admin_settings.key}`, OWN_SETTINGS);

async function readKept(tx: Database): Promise<Kept> {
  return {
    settings: await tx.select().from(admin_settings).where(isOwn),
    seeds: await tx.select().from(seeds),
  };
}

async function putKept(tx: Database, ctx: StaffCtx, kept: Kept): Promise<void> {
  if (kept.seeds.length > 0) await tx.insert(seeds).values(kept.seeds);
  await tx.delete(admin_settings).where(isOwn); // no export of ours has any
  for (const setting of kept.settings) await storeSetting(tx, ctx, setting);
  await storeSetting(tx, ctx, { ...EMAILS_SETTING, value: "held" });
}

/**
 * Gives the owner who does it their account back: as one more, or as the account of the export that has their id or email, which
 * then signs in as they do here.
 */
async function takeSelf(tx: Database, ctx: StaffCtx, self: Self): Promise<void> {
  const { id, email } = ctx.actor;
  const [known] = await tx
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, id), eq(sql`lower(${users.email})`, email.toLowerCase())))
    .orderBy(desc(eq(users.id, id)))
    .limit(1);
  if (!known) return putSelf(tx, ctx, self);
  const userId = known.id;
  const asKnown = <Row extends { userId: string }>(rows: Row[]) => rows.map((row) => ({ ...row, userId }));
  const [own] = self.users;
  if (own)
    await tx
      .update(users)
      .set({ emailVerified: own.emailVerified, twoFactorEnabled: own.twoFactorEnabled })
      .where(eq(users.id, userId));
  if (self.accounts.length > 0) await tx.insert(accounts).values(asKnown(self.accounts));
  if (self.two_factors.length > 0) await tx.insert(two_factors).values(asKnown(self.two_factors));
  if (self.passkeys.length > 0) await tx.insert(passkeys).values(asKnown(self.passkeys));
  if (self.sessions.length > 0) await tx.insert(sessions).values(asKnown(self.sessions));
  await tx.insert(user_roles).values({ user_id: userId, role: ctx.actor.role, created_at: ctx.now });
}

type Taken = { id: string; figures: Figures; missing: number };

async function settle(tx: Database, ctx: StaffCtx, { id, figures, missing }: Taken): Promise<void> {
  const done = { status: "loaded" as const, progress: 100, loaded_figures: figures, missing_files: missing };
  const [row] = await tx
    .update(exports)
    .set({ ...done, updated_at: sql`now()` })
    .where(and(eq(exports.id, id), eq(exports.status, "loading")))
    .returning({ id: exports.id });
  if (!row) throw new NotNow("It took too long, and nothing was changed.");
  const details = { missing_files: missing };
  await recordAudit(tx, ctx, { action: "site.taken_back", entity: "site", entity_id: "site", details });
}

/** Lets emails go out, after an export was taken back. */
export async function switchEmailsOn(ctx: StaffCtx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { category, key } = EMAILS_SETTING;
    const gone = await tx
      .delete(admin_settings)
      .where(and(eq(admin_settings.category, category), eq(admin_settings.key, key)))
      .returning({ id: admin_settings.id });
    if (gone.length === 0) return;
    await recordAudit(tx, ctx, { action: "site.emails_on", entity: "site", entity_id: "site" });
  });
}
