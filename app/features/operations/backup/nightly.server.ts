import { rm } from "node:fs/promises";
import { and, desc, eq, inArray } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { backupPath } from "~/features/operations/backup/file/file.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Connection } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { isEncrypted, isInterrupted, isNightlyDue, prunable, RESTORABLE } from "./backup";
import { finishBackup, makeBackup } from "./create.server";
import { BrokenBackup, inspectBackup, inspectSize } from "./file/file.server";
import { openedWith } from "./unlock.server";
import { verifyBackup } from "./verify.server";

type World = JobCtx & { connection: Connection };

/** Makes and tests a backup that staff requested. */
export async function makeRequested(ctx: World, id: string): Promise<void> {
  const [begun] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), eq(backups.status, "running")));
  if (!begun) return;
  const made = await finishBackup(ctx, begun);
  if (made.ok) await verifyBackup(ctx, made);
}

/** Tests a backup again. `key` is that of an encrypted file, sealed. */
export async function verifyAgain(ctx: World, { id, key }: { id: string; key?: string }): Promise<void> {
  const [made] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), inArray(backups.status, [...RESTORABLE, "corrupt"])));
  if (made) await verifyBackup(ctx, { ...made, written: openedWith(ctx, made, key) });
}

/** Nightly sweep: makes and tests a backup, checks the older ones for damage and deletes surplus ones. */
export async function runNightly(ctx: World): Promise<void> {
  await endInterrupted(ctx);
  const zone = (await readSettings(ctx))["general.timezone"];
  const [newest = null] = await ctx.db
    .select()
    .from(backups)
    .where(eq(backups.reason, "nightly"))
    .orderBy(desc(backups.created_at))
    .limit(1);
  if (!isNightlyDue(ctx.now, zone, newest)) return;
  const made = await makeBackup(ctx, "nightly");
  if (!made.ok) return;
  await verifyBackup(ctx, made);
  await inspectStored(ctx, made.id);
  await prune(ctx);
}

/** Ends backups and tests whose process stopped in the middle. */
async function endInterrupted({ db, now }: World): Promise<void> {
  const busy = await db
    .select()
    .from(backups)
    .where(inArray(backups.status, ["running", "checking"]));
  for (const { id, status } of busy.filter((backup) => isInterrupted(backup, now))) {
    const failed = { status: "failed", error: "It was interrupted." } as const;
    const end = status === "running" ? failed : ({ status: "made" } as const);
    await db.update(backups).set(end).where(eq(backups.id, id));
  }
}

/** Verifies the checksums of all other backups, because files can be damaged later. Of encrypted ones, only the size. */
async function inspectStored(ctx: World, newest: string): Promise<void> {
  const stored = await ctx.db
    .select()
    .from(backups)
    .where(inArray(backups.status, ["made", "verified"]));
  for (const { id, file, bytes } of stored.filter((backup) => backup.id !== newest)) {
    try {
      const place = backupPath(ctx.dataDir, file);
      if (isEncrypted(file)) await inspectSize(place, bytes);
      else await inspectBackup(place);
    } catch (error) {
      if (!(error instanceof BrokenBackup)) throw error;
      await ctx.db.update(backups).set({ status: "corrupt", error: error.message }).where(eq(backups.id, id));
    }
  }
}

async function prune(ctx: World): Promise<void> {
  const all = await ctx.db.select().from(backups).orderBy(desc(backups.created_at));
  const pruned = new Set(prunable(all));
  for (const { id, file } of all.filter((backup) => pruned.has(backup.id))) {
    await rm(backupPath(ctx.dataDir, file), { force: true });
    await ctx.db.transaction(async (tx) => {
      await tx.delete(backups).where(eq(backups.id, id));
      await recordAudit(tx, ctx, {
        action: "backup.pruned",
        entity: "backup",
        entity_id: id,
        details: { file },
      });
    });
  }
}
