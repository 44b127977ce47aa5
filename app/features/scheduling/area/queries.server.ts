import { and, eq, gt, gte, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { readSettings } from "~/features/operations/settings/queries.server";
import { type Area, areaOf, inArea } from "~/features/scheduling/roads/area";
import type { AreaMap } from "~/features/scheduling/roads/map";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import { companyToday } from "~/lib/dates";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type AreaValues, areaValues, readArea as readForm, storedRules } from "./forms";
import { drawMap, zipsOf } from "./map.server";

/** Where we clean, as the office set it. */
export async function readArea(ctx: Pick<Ctx, "db" | "once">): Promise<Area> {
  return areaOf(await readSettings(ctx));
}

/** Whether the company comes to a ZIP code (5 digits or ZIP+4). */
export const comesTo = (area: Area, zip: string): boolean => inArea(area, zip, centroidOf);

/** What an area would mean: its ZIP codes with their map, and the upcoming visits outside it. */
export type AreaPreview = {
  /** null: it has no limit. */
  zips: readonly string[] | null;
  map: AreaMap | null;
  outside: { zip: string; visits: number }[];
};

async function previewArea(ctx: StaffCtx, area: Area): Promise<AreaPreview> {
  const zips = zipsOf(area);
  return { zips, map: drawMap(area), outside: await readOutside(ctx, area) };
}

type Previewed = { ok: true; preview: AreaPreview } | { ok: false; errors: Record<string, string> };

/** What the form of the area would mean if it was saved. */
export async function previewForm(ctx: StaffCtx, values: AreaValues): Promise<Previewed> {
  const read = readForm(values, storedRules(await readSettings(ctx)), centroidOf);
  return read.ok ? { ok: true, preview: await previewArea(ctx, read.area) } : read;
}

/** All that the settings screen of the service area shows. */
export async function readAreaPage(ctx: StaffCtx) {
  const settings = await readSettings(ctx);
  const preview = await previewArea(ctx, areaOf(settings));
  return { values: areaValues(storedRules(settings)), preview };
}

/** The ZIP codes outside an area with upcoming visits, those with the most first. They were booked before it, and stay. */
async function readOutside(ctx: StaffCtx, area: Area): Promise<AreaPreview["outside"]> {
  if (area.mode === "anywhere") return [];
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const zip = sql<string>`left(${bookings.zip_code}, 5)`;
  const visits = sql<number>`count(*)::int`;
  const rows = await ctx.db
    .select({ zip, visits })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "confirmed"),
        gte(bookings.scheduled_date, today),
        gt(bookings.starts_at, ctx.now),
      ),
    )
    .groupBy(zip)
    .orderBy(sql`2 desc, 1`);
  return rows.filter((row) => !comesTo(area, row.zip));
}
