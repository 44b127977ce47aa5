import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { exports } from "~/db/schema/exports";
import { dumpEverything } from "~/features/operations/export/file/dump.server";
import type { Manifest } from "~/features/operations/export/file/manifest";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { lockUntilCommit } from "~/platform/database/database.server";
import { StoreDown } from "~/platform/files/store.server";
import { writeZip } from "~/platform/files/zip-writer.server";
import { BUSY, exportFileName, KEEP_DAYS, MOST_NAMED } from "./export";

export const MAKE_EXPORT = "make-export";

/** DATA_DIR/exports/FILE. */
export const exportPath = (dataDir: string, file: string) =>
  path.join(dataDir, "exports", path.basename(file));

export async function makeExportFolder(dataDir: string): Promise<void> {
  await mkdir(path.join(dataDir, "exports"), { recursive: true, mode: 0o700 });
}

/**
 * Asks for an export of everything, which a job makes; it takes the place of those that failed. A form that is sent twice asks once; one
 * is made at a time.
 */
export async function startExport(
  ctx: StaffCtx,
  id: string,
): Promise<{ ok: true } | { ok: false; reason: "running" }> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "export");
    const [known] = await tx.select({ id: exports.id }).from(exports).where(eq(exports.id, id));
    if (known) return { ok: true };
    const [other] = await tx.select({ id: exports.id }).from(exports).where(eq(exports.status, "running"));
    if (other) return { ok: false, reason: "running" };
    await tx.delete(exports).where(and(eq(exports.origin, "made"), eq(exports.status, "failed")));
    await tx.insert(exports).values({
      ...{ id, origin: "made", status: "running", file: exportFileName(ctx.now, "made", id) },
      ...{ expires_at: expiryOf(ctx.now), created_at: ctx.now, updated_at: ctx.now },
    });
    await ctx.jobs.enqueue(tx, MAKE_EXPORT, { id });
    await recordAudit(tx, ctx, { action: "export.started", entity: "export", entity_id: id });
    return { ok: true };
  });
}

export const expiryOf = (now: Temporal.Instant) => now.add({ hours: 24 * KEEP_DAYS });

/**
 * Makes the file of an export that was asked for. A killed process begins anew. `pausesMs`: between tries of a store that is down.
 */
export async function makeExport(
  ctx: Ctx,
  id: string,
  { pausesMs }: { pausesMs?: number[] } = {},
): Promise<void> {
  const isRunning = and(eq(exports.id, id), eq(exports.status, "running"));
  const [asked] = await ctx.db.select({ file: exports.file }).from(exports).where(isRunning);
  if (!asked) return;
  const place = exportPath(ctx.dataDir, asked.file);
  const draft = `${place}.${randomUUID().slice(0, 8)}.part`; // its own: a job that counts as dead may still write
  const onProgress = async (progress: number) => {
    await ctx.db.update(exports).set({ progress, updated_at: sql`now()` }).where(isRunning);
  };
  let manifest: Manifest | undefined;
  const onEnd = (made: Manifest) => {
    manifest = made;
  };
  try {
    await makeExportFolder(ctx.dataDir);
    const bytes = await writeZip(draft, dumpEverything({ ...ctx, pausesMs }, { onProgress, onEnd }), ctx.now);
    if (!manifest) throw new Error("The export has no manifest");
    await rename(draft, place);
    const { figures, company, files } = manifest;
    const details = { file: asked.file, bytes, missing_files: files.missing };
    await ctx.db.transaction(async (tx) => {
      const missing = { missing_files: files.missing, missing: files.names.slice(0, MOST_NAMED) };
      const made = { status: "made" as const, progress: 100, made_at: ctx.now, ...missing };
      const [stored] = await tx
        .update(exports)
        .set({ ...made, bytes, company, figures, updated_at: sql`now()` })
        .where(isRunning)
        .returning({ id: exports.id });
      if (!stored) return;
      await recordAudit(tx, ctx, { action: "export.made", entity: "export", entity_id: id, details });
    });
  } catch (err) {
    await rm(draft, { force: true });
    ctx.log.error({ err }, "an export could not be made");
    const error = whyNot(err, ctx.files.place);
    await ctx.db.transaction(async (tx) => {
      const [row] = await tx
        .update(exports)
        .set({ status: "failed", error })
        .where(isRunning)
        .returning({ id: exports.id });
      if (row) await recordAudit(tx, ctx, { action: "export.failed", entity: "export", entity_id: id });
    });
  }
}

/** Why an export could not be made, for its owner. */
function whyNot(error: unknown, place: string): string {
  if (error instanceof StoreDown)
    return `The photos in ${place} could not be read, so no ZIP was made: it would lack them. Look whether the store answers, then try again.`;
  if ((error as NodeJS.ErrnoException).code === "ENOSPC") return "There is no space left on the disk.";
  return "It could not be written. See the log for details.";
}

/** Deletes an export or an upload with its file, unless it is being worked on. Deleting twice has no further effect. */
export async function deleteExport(ctx: StaffCtx, id: string): Promise<void> {
  const gone = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .delete(exports)
      .where(and(eq(exports.id, id), notInArray(exports.status, BUSY)))
      .returning({ file: exports.file });
    if (!row) return null;
    const details = { file: row.file };
    await recordAudit(tx, ctx, { action: "export.deleted", entity: "export", entity_id: id, details });
    return row;
  });
  if (gone) await rm(exportPath(ctx.dataDir, gone.file), { force: true });
}

/** How long a file that no row lists stays unchanged until it counts as left over. */
const LEFT_OVER = { hours: 24 };

/** Without a sign of life for so long, work on an export counts as interrupted. */
const SILENCE = { hours: 1 };

/** Deletes what is older than its days, and ends what a process that stopped has left. */
export async function forgetExports(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(exports)
    .set({ status: "failed", error: "It was interrupted. Nothing was changed." })
    .where(and(inArray(exports.status, BUSY), lt(exports.updated_at, ctx.now.subtract(SILENCE))));
  const expired = and(lt(exports.expires_at, ctx.now), notInArray(exports.status, BUSY));
  const gone = await ctx.db.delete(exports).where(expired).returning({ id: exports.id, file: exports.file });
  for (const { id, file } of gone) {
    await rm(exportPath(ctx.dataDir, file), { force: true });
    const details = { file };
    await recordAudit(ctx.db, ctx, { action: "export.expired", entity: "export", entity_id: id, details });
  }
  await removeLeftovers(ctx);
}

/** Deletes what killed processes have left: drafts, and files without a row. They have entry codes. */
async function removeLeftovers({ db, dataDir, now }: Ctx): Promise<void> {
  const names = await readdir(path.join(dataDir, "exports")).catch(() => []);
  if (names.length === 0) return;
  const listed = new Set((await db.select({ file: exports.file }).from(exports)).map(({ file }) => file));
  const before = now.subtract(LEFT_OVER).epochMilliseconds;
  for (const name of names.filter((one) => !listed.has(one))) {
    const place = path.join(dataDir, "exports", name);
    const found = await stat(place).catch(() => null);
    if (found && found.mtimeMs < before) await rm(place, { force: true });
  }
}
