import { rm } from "node:fs/promises";
import { and, desc, eq, inArray } from "drizzle-orm";
import { backups } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Connection } from "~/platform/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { isCutOff, isNightlyDue, prunable, RESTORABLE } from "./backup";
import { BrokenBackup, inspectBackup } from "./file/file.server";
import { backupPath } from "./file/folder.server";
import { finishBackup, makeBackup } from "./make.server";
import { verifyBackup } from "./verify.server";

type World = JobCtx & { connection: Connection };

/** Makes the backup that somebody has asked for, and tries it out. */
export async function makeStarted(ctx: World, id: string): Promise<void> {
  const [begun] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), eq(backups.status, "running")));
  if (!begun) return;
  const made = await finishBackup(ctx, begun);
  if (made.ok) await verifyBackup(ctx, made);
}

/** Tries a backup out once more. */
export async function verifyMade(ctx: World, id: string): Promise<void> {
  const [made] = await ctx.db
    .select({ id: backups.id, file: backups.file })
    .from(backups)
    .where(and(eq(backups.id, id), inArray(backups.status, [...RESTORABLE, "corrupt"])));
  if (made) await verifyBackup(ctx, made);
}

/** Once a night: a backup that is tried out, a look whether the older ones are still whole, and those too many go. */
export async function backUpTonight(ctx: World): Promise<void> {
  await endCutOff(ctx);
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
  await lookThrough(ctx, made.id);
  await prune(ctx);
}

/** A backup whose program ended in the middle would say for ever that it is being made. */
async function endCutOff({ db, now }: World): Promise<void> {
  const busy = await db
    .select()
    .from(backups)
    .where(inArray(backups.status, ["running", "checking"]));
  for (const { id, status } of busy.filter((backup) => isCutOff(backup, now))) {
    const failed = { status: "failed", error: "It was interrupted." } as const;
    const end = status === "running" ? failed : ({ status: "made" } as const);
    await db.update(backups).set(end).where(eq(backups.id, id));
  }
}

/** Disks rot: what was whole when it was made may not be any more. */
async function lookThrough(ctx: World, newest: string): Promise<void> {
  const kept = await ctx.db
    .select()
    .from(backups)
    .where(inArray(backups.status, ["made", "verified"]));
  for (const { id, file } of kept.filter((backup) => backup.id !== newest)) {
    try {
      await inspectBackup(backupPath(ctx.dataDir, file));
    } catch (error) {
      if (!(error instanceof BrokenBackup)) throw error;
      await ctx.db.update(backups).set({ status: "corrupt", error: error.message }).where(eq(backups.id, id));
    }
  }
}

async function prune(ctx: World): Promise<void> {
  const all = await ctx.db.select().from(backups).orderBy(desc(backups.created_at));
  const going = new Set(prunable(all));
  for (const { id, file } of all.filter((backup) => going.has(backup.id))) {
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
