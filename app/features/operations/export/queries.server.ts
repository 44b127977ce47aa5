import { desc, eq } from "drizzle-orm";
import { exports } from "~/db/schema/exports";
import { readOwnRecords } from "~/features/operations/export/file/site.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { exportPath } from "./create.server";
import { type ExportRow, figureRows } from "./export";

const LIMIT = 20;

/** The exports and uploads of this machine, newest first, and why none can be taken back now. */
export async function readExports(ctx: StaffCtx) {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const found = await ctx.db
    .select()
    .from(exports)
    .orderBy(desc(exports.created_at), desc(exports.id))
    .limit(LIMIT);
  const rows = found.map((row): ExportRow => {
    const { id, origin, status, file, bytes, progress, company, missing_files, missing, error } = row;
    return {
      ...{ id, origin, status, file, bytes, progress, company, missing_files, missing, error },
      at: formatMoment(row.created_at, zone),
      made: row.made_at && formatMoment(row.made_at, zone),
      expires: formatMoment(row.expires_at, zone),
      figures: row.figures ? figureRows(row.figures, row.loaded_figures) : [],
    };
  });
  const is_demo = settings["site.kind"] === "demo";
  const own_records = is_demo ? null : await readOwnRecords(ctx.db);
  return { rows, is_demo, own_records, emails_held: settings["site.emails"] === "held" };
}

/** Path of an export's file for a download, which the audit trail records; null if there is none. */
export async function downloadExport(
  ctx: StaffCtx,
  id: string,
): Promise<{ file: string; path: string } | null> {
  if (!isUuid(id)) return null;
  const [row] = await ctx.db.select().from(exports).where(eq(exports.id, id));
  if (row?.status !== "made") return null;
  const details = { file: row.file };
  await recordAudit(ctx.db, ctx, { action: "export.downloaded", entity: "export", entity_id: id, details });
  return { file: row.file, path: exportPath(ctx.dataDir, row.file) };
}
