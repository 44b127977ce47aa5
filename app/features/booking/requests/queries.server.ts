import { desc, eq, ne, sql } from "drizzle-orm";
import { area_requests } from "~/db/schema/customers";
import { readCompany } from "~/features/operations/settings/queries.server";
import { drawMap } from "~/features/scheduling/area/map.server";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import type { Area } from "~/features/scheduling/roads/area";
import type { Point } from "~/features/scheduling/roads/distance";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { Demand, OfficeRequest } from "./list";
import { requestColumns, requestRow } from "./list.server";

/** One request. Null if there is none with this id. */
export async function readOfficeRequest(ctx: StaffCtx, id: string): Promise<OfficeRequest | null> {
  if (!isUuid(id)) return null;
  const [found] = await ctx.db.select(requestColumns).from(area_requests).where(eq(area_requests.id, id));
  if (!found) return null;
  const { timezone } = await readCompany(ctx);
  return { ...requestRow(found, timezone), phone: found.phone };
}

const MOST_ZIPS = 60;
/** The radius of the circle for the ZIP code with the most requests, in the map's units; the area grows with the count. */
const LARGEST = 34;
const SMALLEST = 8;
const NAMED = 6;

/** Where the demand is: requests that are not archived, by ZIP code. */
export async function readDemand(ctx: StaffCtx): Promise<Demand> {
  const { zip_code, status, created_at } = area_requests;
  const requests = sql<number>`count(*)::int`;
  const [rows, area, { timezone }] = await Promise.all([
    ctx.db
      .select({
        zip: zip_code,
        requests,
        open: sql<number>`(count(*) filter (where ${status} = 'new'))::int`,
        newest: sql<string>`max(${created_at})::text`,
      })
      .from(area_requests)
      .where(ne(status, "archived"))
      .groupBy(zip_code)
      .orderBy(desc(requests), zip_code)
      .limit(MOST_ZIPS),
    readArea(ctx),
    readCompany(ctx),
  ]);
  const placed = rows.flatMap((row) => {
    const point = centroidOf(row.zip);
    return point ? [{ ...row, point }] : [];
  });
  return {
    zips: rows.map(({ newest, ...row }) => ({
      ...row,
      newest: formatMoment(Temporal.Instant.from(newest.replace(" ", "T")), timezone),
      is_inside: comesTo(area, row.zip),
    })),
    drawing: drawing(placed, area),
    is_list: area.mode === "zips",
    is_anywhere: area.mode === "anywhere",
  };
}

function drawing(placed: { zip: string; requests: number; point: Point }[], area: Area): Demand["drawing"] {
  const points = placed.map(({ point }) => point);
  const map = points.length > 0 ? drawMap(area, points) : null;
  if (!map) return null;
  const most = Math.max(...placed.map(({ requests }) => requests));
  const total = placed.reduce((sum, { requests }) => sum + requests, 0);
  return {
    map,
    label: `Map of ${total} ${total === 1 ? "request" : "requests"} by ZIP code. The table says the same.`,
    circles: placed.map(({ zip, requests }, index) => ({
      radius: Math.max(SMALLEST, Math.round(LARGEST * Math.sqrt(requests / most))),
      ...(index < NAMED && { name: zip }),
    })),
  };
}
