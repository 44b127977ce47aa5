import { and, eq, inArray, sql } from "drizzle-orm";
import { sessions, users } from "~/db/schema/accounts";
import { backups } from "~/db/schema/office";
import { RESTORABLE } from "~/features/operations/backup/backup";
import { makeBackup } from "~/features/operations/backup/create.server";
import { pathOf } from "~/features/operations/backup/file/encrypt.server";
import { BrokenBackup, readHeader } from "~/features/operations/backup/file/file.server";
import { RESTORE_BACKUP, VERIFY_BACKUP } from "~/features/operations/backup/file/job-names";
import { replaceSite } from "~/features/operations/backup/file/replace.server";
import { putCarriedFiles, readMissingFiles } from "~/features/operations/backup/file/stored-files.server";
import { openedWith, sealedKey, sealWritten } from "~/features/operations/backup/unlock.server";
import { failureOf } from "~/features/operations/backup/verify.server";
import { recordAudit } from "~/platform/audit.server";
import { readActor, readStaffRoles } from "~/platform/auth/actor.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  asOwnerAt,
  type Connection,
  type Database,
  LOCK_NOT_AVAILABLE,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { readErasures } from "./erasures.server";
import { withTestedBackup } from "./rehearse.server";

export type RestoreOutcome = { ok: true } | { ok: false; reason: "wrong identity" | "gone" | "restoring" };

/** Queues a restore. Runs as a job, because a large one takes longer than a request may. */
export async function startRestore(
  ctx: StaffCtx,
  { id, identity_key = "" }: { id: string; identity_key?: string },
): Promise<RestoreOutcome> {
  const key = await sealedKey(ctx, id, identity_key);
  if (key === null) return { ok: false, reason: "wrong identity" };
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "restore");
    const [other] = await tx.select().from(backups).where(eq(backups.status, "restoring")).limit(1);
    if (other) return { ok: false, reason: "restoring" };
    const [backup] = await tx
      .update(backups)
      .set({ status: "restoring", error: null, updated_at: ctx.now })
      .where(and(eq(backups.id, id), inArray(backups.status, RESTORABLE)))
      .returning({ id: backups.id });
    if (!backup) return { ok: false, reason: "gone" };
    await ctx.jobs.enqueue(tx, RESTORE_BACKUP, { id, session_id: ctx.actor.session_id, key });
    await recordAudit(tx, ctx, { action: "backup.restore_started", entity: "backup", entity_id: id });
    return { ok: true };
  });
}

/** Marks restores whose job is gone as interrupted. They changed nothing, because a restore is one transaction. */
export async function endInterruptedRestore(db: Database): Promise<void> {
  await db
    .update(backups)
    .set({ status: "made", error: "The restore was interrupted. Nothing was changed." })
    .where(
      and(
        eq(backups.status, "restoring"),
        sql`not exists (select from pgboss.job where name = ${RESTORE_BACKUP}
          and state in ('created', 'retry', 'active') and data ->> 'id' = ${backups.id}::text)`,
      ),
    );
}

/** `connection` has the rights of the tables' owner. */
type World = JobCtx & { connection: Connection };
/** `key` is that of an encrypted file, sealed. */
type Request = { id: string; session_id: string; key?: string };

/**
 * Restores a backup: tests it in a scratch database, backs up the present site, and replaces everything in one transaction
 * that also updates the list of backups. Nothing changes before that.
 */
export async function runRestore(ctx: World, { id, session_id, key }: Request): Promise<void> {
  const [backup] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), eq(backups.status, "restoring")));
  if (!backup) return;
  const file = openedWith(ctx, backup, key);
  const requester = { ...ctx, actor: (await readActor(ctx.db, ctx.log, session_id)) ?? ctx.actor };
  try {
    const { made_at } = await readHeader(file);
    const erasures = await readErasures({ dataDir: ctx.dataDir, file: pathOf(file) });
    await withTestedBackup(ctx, file, async (current) => {
      const saved = await makeBackup(requester, "before restore");
      if (!saved.ok) throw new NotSaved();
      const present = await putCarriedFiles(ctx, current);
      await asOwnerAt(ctx.connection)(async (tx) => {
        const [session] = await tx.select().from(sessions).where(eq(sessions.id, session_id));
        await replaceSite(tx, requester, { file: current, erasures });
        await keepSession(tx, session);
        await tx.update(backups).set({ status: "made", error: null }).where(eq(backups.id, id));
        const lost = await readMissingFiles(tx, present);
        if (lost.missing > 0) ctx.log.warn(lost, "stored files are missing after a restore");
        const details = { file: backup.file, made_at, missing_files: lost.missing };
        await recordAudit(tx, requester, {
          action: "site.restored",
          entity: "site",
          entity_id: "site",
          details,
        });
        await ctx.jobs.enqueue(tx, VERIFY_BACKUP, {
          id: saved.id,
          key: sealWritten(ctx, saved.id, saved.written),
        });
      });
    });
  } catch (error) {
    await recordFailure(requester, id, error);
  }
}

class NotSaved extends Error {}

/** Records why the backup was not restored. */
async function recordFailure(ctx: Pick<World, "db" | "actor" | "now" | "log">, id: string, error: unknown) {
  if (!(error instanceof BrokenBackup)) ctx.log.error({ err: error }, "a backup could not be restored");
  const { broken, message } = reasonOf(error);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(backups)
      .set({ status: broken ? "corrupt" : "made", error: `Not restored: ${message} Nothing was changed.` })
      .where(eq(backups.id, id));
    const details = { reason: message };
    await recordAudit(tx, ctx, { action: "backup.not_restored", entity: "backup", entity_id: id, details });
  });
}

function reasonOf(error: unknown): { broken: boolean; message: string } {
  if (error instanceof NotSaved)
    return { broken: false, message: "the current site could not be backed up first." };
  if (postgresCode(error) === LOCK_NOT_AVAILABLE)
    return { broken: false, message: "the site was too busy. Please try again in a minute." };
  return failureOf(error);
}

/** Keeps the session of the administrator who restores, if they are an administrator in the backup too. */
async function keepSession(tx: Database, session: typeof sessions.$inferSelect | undefined): Promise<void> {
  if (!session) return;
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, session.userId));
  if (user && (await readStaffRoles(tx)).has(user.id)) await tx.insert(sessions).values(session);
}
