import { rm } from "node:fs/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { exports } from "~/db/schema/exports";
import { counter, differing } from "~/features/operations/export/file/figures";
import { readFiles } from "~/features/operations/export/file/load.server";
import type { Manifest } from "~/features/operations/export/file/manifest";
import { BrokenExport, openExport, readTable } from "~/features/operations/export/file/open.server";
import { reader, readSheets } from "~/features/operations/export/file/rows.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { exportPath } from "./create.server";
import { BUSY } from "./export";

/** The dry run of an uploaded export: reads all of it, compares it with its manifest, and changes nothing of the site. */
export async function checkExport(ctx: Ctx, id: string): Promise<void> {
  const isChecking = and(eq(exports.id, id), eq(exports.status, "checking"));
  const [row] = await ctx.db.select({ file: exports.file }).from(exports).where(isChecking);
  if (!row) return;
  const onProgress = async (progress: number) => {
    await ctx.db.update(exports).set({ progress, updated_at: sql`now()` }).where(isChecking);
  };
  try {
    const manifest = await compareExport(ctx, exportPath(ctx.dataDir, row.file), onProgress);
    const { company, figures, files } = manifest;
    const made_at = Temporal.Instant.from(manifest.made_at);
    await ctx.db
      .update(exports)
      .set({
        status: "checked",
        company,
        figures,
        made_at,
        missing_files: files.missing,
        updated_at: sql`now()`,
      })
      .where(isChecking);
  } catch (error) {
    await failExport(ctx, { id, file: row.file, error }, "failed");
  }
}

/** Percent of the work that the tables are. */
const TABLES_SHARE = 60;

/** Reads every row of every table, and every stored file, once. @throws BrokenExport */
async function compareExport(
  { db }: Pick<Ctx, "db">,
  path: string,
  onProgress: (percent: number) => Promise<void>,
): Promise<Manifest> {
  const sheets = await readSheets(db);
  const found = await openExport(path, db, sheets);
  try {
    const figures = counter();
    const total = Object.values(found.manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
    let done = 0;
    for (const sheet of sheets) {
      const rowOf = reader(sheet);
      for await (const rows of readTable(found, sheet)) {
        for (const cells of rows) figures.add(sheet.name, rowOf(cells));
        done += rows.length;
      }
      await onProgress(Math.floor((done / Math.max(total, 1)) * TABLES_SHARE));
    }
    refuseDifferent(found.manifest.figures, figures.end());
    for await (const _ of readFiles(found, { sheets, onBatch: () => onProgress(TABLES_SHARE) }));
    return found.manifest;
  } finally {
    await found.zip.close();
  }
}

/** @throws BrokenExport that names the figures which are not those of the manifest */
export function refuseDifferent(said: Manifest["figures"], here: Manifest["figures"]): void {
  const names = differing(said, here);
  if (names.length > 0)
    throw new BrokenExport(`The figures are not those of the manifest: ${names.join(", ")}.`);
}

/** The export is good, and can be tried again later. */
export class NotNow extends BrokenExport {
  override name = "NotNow";
}

type Failed = { id: string; file: string; error: unknown };

/**
 * Records why an export was not taken; it changed nothing. One that is broken can't be mended, so its file is deleted. `otherwise`: what
 * becomes of it after any other error. One that another process has taken back meanwhile stays taken back.
 */
export async function failExport(
  ctx: Pick<Ctx, "db" | "actor" | "now" | "log" | "dataDir">,
  { id, file, error }: Failed,
  otherwise: "failed" | "checked",
): Promise<void> {
  const isKnown = error instanceof BrokenExport;
  if (!isKnown) ctx.log.error({ err: error }, "an export could not be taken back");
  const message = isKnown
    ? error.message
    : "It could not be taken. Nothing was changed. See the log for details.";
  const status = isKnown && !(error instanceof NotNow) ? "failed" : otherwise;
  const isFailed = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .update(exports)
      .set({ status, error: message })
      .where(and(eq(exports.id, id), inArray(exports.status, BUSY)))
      .returning({ id: exports.id });
    if (row) await recordAudit(tx, ctx, { action: "export.not_taken", entity: "export", entity_id: id });
    return row !== undefined;
  });
  if (isFailed && status === "failed") await rm(exportPath(ctx.dataDir, file), { force: true });
}
