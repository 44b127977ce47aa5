import { rm } from "node:fs/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { exports } from "~/db/schema/exports";
import { counter, differing, type Figures } from "~/features/operations/export/file/figures";
import { loadOlder, readFiles } from "~/features/operations/export/file/load.server";
import type { Manifest } from "~/features/operations/export/file/manifest";
import {
  BrokenExport,
  type OpenExport,
  openExport,
  readTable,
  sheetsIn,
} from "~/features/operations/export/file/open.server";
import { reader, readFigures, readSheets, type Sheet } from "~/features/operations/export/file/rows.server";
import { NoScratch, withScratch } from "~/features/operations/export/file/scratch.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Connection, Database } from "~/platform/database/database.server";
import { exportPath } from "./create.server";
import { BUSY, MOST_NAMED } from "./export";

/** `connection` has the rights of the tables' owner. */
type World = Ctx & { connection: Connection };

/**
 * The dry run of an uploaded export: reads all of it, compares it with its manifest, and changes nothing of the site. One of an older
 * version is loaded and upgraded in a scratch schema, which is then rolled back.
 */
export async function checkExport(ctx: World, id: string): Promise<void> {
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
        missing: files.names.slice(0, MOST_NAMED),
        updated_at: sql`now()`,
      })
      .where(isChecking);
  } catch (error) {
    const inWords =
      error instanceof NoScratch ? new NotNow(`${error.message} Then upload the ZIP again.`) : error;
    await failExport(ctx, { id, file: row.file, error: inWords }, "failed");
  }
}

/** Percent of the work that the tables are. */
const TABLES_SHARE = 60;

/** Reads every row of every table, and every stored file, once. @throws BrokenExport, NoScratch */
async function compareExport(
  ctx: World,
  path: string,
  onProgress: (percent: number) => Promise<void>,
): Promise<Manifest> {
  const found = await openExport(path);
  try {
    const onTables = (percent: number) => onProgress(Math.floor((percent / 100) * TABLES_SHARE));
    const { sheets, figures } = await (found.isOlder ? rehearse : readAll)(ctx, found, onTables);
    refuseDifferent(found, figures);
    const missing: string[] = [];
    for await (const { name, content, isWhole } of readFiles(found, {
      sheets,
      onBatch: () => onProgress(TABLES_SHARE),
    }))
      if (isWhole && !content) missing.push(name);
    refuseMissing(found.manifest, missing);
    return found.manifest;
  } finally {
    await found.zip.close();
  }
}

/** @throws BrokenExport when stored files are missing that its manifest doesn't call missing */
function refuseMissing({ files }: Manifest, missing: string[]): void {
  if (missing.length <= files.missing) return;
  const name = missing.find((one) => !files.names.some((known) => known.startsWith(`${one} `)));
  throw new BrokenExport(`${name} is missing in the ZIP. Send the whole export.`);
}

type Read = { sheets: Sheet[]; figures: Figures };
type Reading = (
  ctx: World,
  found: OpenExport,
  onProgress: (percent: number) => Promise<void>,
) => Promise<Read>;

const readAll: Reading = async ({ db }, found, onProgress) => {
  const sheets = sheetsIn(found, await readSheets(db));
  const figures = counter();
  const total = Object.values(found.manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const sheet of sheets) {
    const rowOf = reader(sheet);
    for await (const rows of readTable(found, sheet)) {
      for (const cells of rows) figures.add(sheet.name, rowOf(cells));
      done += rows.length;
    }
    await onProgress((done / Math.max(total, 1)) * 100);
  }
  return { sheets, figures: figures.end() };
};

/** Upgrades an export of an older version, and counts its figures as they will be. */
const rehearse: Reading = ({ connection, vault }, found, onProgress) =>
  withScratch(connection, found.manifest.schema, async (tx, scratch) => {
    const sheets = sheetsIn(found, await readSheets(tx));
    await loadOlder(tx, scratch, found, { vault, onProgress });
    return { sheets, figures: await readFigures(tx) };
  });

/** The sheets of an export, which are those of its version. @throws BrokenExport, NoScratch */
export async function readSheetsOf({ db, connection }: World, found: OpenExport): Promise<Sheet[]> {
  const read = (tx: Database) => readSheets(tx);
  const { schema } = found.manifest;
  return sheetsIn(found, await (found.isOlder ? withScratch(connection, schema, read) : read(db)));
}

/**
 * Compares the figures of the site with those of the manifest. An older version may not have counted all of them.
 * @throws BrokenExport that names the figures which differ
 */
export function refuseDifferent({ manifest, isOlder }: OpenExport, here: Figures): void {
  const names = differing(manifest.figures, here).filter((name) => !isOlder || manifest.figures[name]);
  if (names.length > 0)
    throw new BrokenExport(
      `The figures are not those of the manifest: ${names.join(", ")}. Send the ZIP as it was exported.`,
    );
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
