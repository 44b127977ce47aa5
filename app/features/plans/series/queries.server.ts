import { createHash } from "node:crypto";
import { and, asc, eq, gt, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { series } from "~/db/schema/series";
import { readSettings } from "~/features/operations/settings/queries.server";
import { CLASH_ANSWERS, type Clash } from "~/features/scheduling/availability/clash";
import { companyToday, formatDate, formatTime, shortDay } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import { answerKey, idsIn, readUntil, threeMonthsAfter } from "./forms";
import { findSeries, readSeriesRows, seriesList } from "./list.server";
import { type NextVisit, readNextVisits } from "./preview.server";
import { MOST_AT_ONCE, MOST_CHOSEN } from "./series";
import type { AheadVisit, LayPage, LayVisit, SeriesView } from "./view";

/** A series for its panel; null if there is none. */
export async function readSeriesView(ctx: StaffCtx, id: string): Promise<SeriesView | null> {
  if (!isUuid(id)) return null;
  const found = await findSeries(ctx.db, id);
  const [row] = found ? await readSeriesRows(ctx, eq(series.id, id)) : [];
  if (!found || !row) return null;
  const { "general.timezone": zone } = await readSettings(ctx);
  const [plan] =
    found.plan_id && found.plan_status
      ? await ctx.db
          .select({ id: plans.id, number: plans.number })
          .from(plans)
          .where(eq(plans.id, found.plan_id))
      : [];
  return {
    ...row,
    customer_id: found.customer_id,
    plan: plan ? { id: plan.id, number: formatNumber(plan.number) } : null,
    can_sell: found.frequency !== "other",
    visits: await readAhead(ctx.db, id, ctx.now),
    moved_in: formatDate(companyToday(found.created_at, zone)),
  };
}

/** Visits of a series that have not begun. */
async function readAhead(db: Database, id: string, now: Temporal.Instant): Promise<AheadVisit[]> {
  const found = await db
    .select({
      ...{ id: bookings.id, number: bookings.number, crew: crews.name, charged: orders.charged },
      ...{ date: bookings.scheduled_date, time: bookings.scheduled_time },
    })
    .from(bookings)
    .leftJoin(crews, eq(crews.id, bookings.crew_id))
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(and(eq(bookings.series_id, id), ne(bookings.status, "cancelled"), gt(bookings.starts_at, now)))
    .orderBy(asc(bookings.starts_at));
  return found.map(({ id, number, crew, charged, date, time }) => ({
    ...{ id, number: formatNumber(number), crew: crew ?? "No crew", is_paid: (charged ?? 0) > 0 },
    when: `${shortDay(date)}, ${formatTime(time)}`,
  }));
}

/** The series that an address names: one by one, or all that the list finds with its other parameters. */
export async function readAskedIds(ctx: StaffCtx, asked: URLSearchParams): Promise<string[]> {
  if (!asked.has("all")) return idsIn(asked.getAll("series"));
  const ids: string[] = [];
  for await (const lines of seriesList.lines(ctx, seriesList.parse(asked))) {
    ids.push(...lines.map(({ row }) => row.id));
    if (ids.length >= MOST_CHOSEN) break;
  }
  return ids.slice(0, MOST_CHOSEN);
}

/** The day until which visits are laid as long as nobody chooses another one. */
export async function readUsualUntil(ctx: StaffCtx): Promise<string> {
  const { "general.timezone": zone } = await readSettings(ctx);
  return threeMonthsAfter(companyToday(ctx.now, zone));
}

/** What would be laid for these series until a day that was typed. */
export async function readLayPage(ctx: StaffCtx, ids: string[], typed: string): Promise<LayPage> {
  const { "general.timezone": zone } = await readSettings(ctx);
  const read = readUntil(typed, companyToday(ctx.now, zone));
  const nothing = { ids, until: typed, series: [], without: [], count: 0, kinds: [], seen: "" };
  if (!read.ok) return { ...nothing, error: read.error };
  const { until } = read;
  const rows = await readSeriesRows(ctx, anyOf(series.id, ids));
  const isOne = rows.length === 1;
  const found = await readNextVisits(ctx, { ids, until });
  const visits = found.filter(({ missing }) => isOne || !missing);
  const crewNames = new Map(
    (await ctx.db.select({ id: crews.id, name: crews.name }).from(crews)).map(({ id, name }) => [id, name]),
  );
  const bySeries = Map.groupBy(visits, ({ series_id }) => series_id);
  const isMany = rows.length > MOST_AT_ONCE;
  const shown = (visit: NextVisit): LayVisit => ({
    name: `at ${answerKey(visit)}`,
    when: `${shortDay(visit.date)}, ${formatTime(visit.time)}`,
    crew: crewNames.get(visit.crew_id ?? "") ?? "No crew",
    clash: visit.clash && { kind: visit.clash.clash, words: visit.clash.words },
    missing: visit.missing,
  });
  const laid = rows.flatMap(({ id, customer, when, until: laid_until }) => {
    const own = bySeries.get(id) ?? [];
    if (own.length === 0) return [];
    const listed = isMany ? own.filter(({ clash }) => clash !== null) : own;
    const count = own.filter(({ missing }) => !missing).length;
    return [{ id, customer, when, laid_until, count, visits: listed.map(shown) }];
  });
  return {
    ...{ ids: rows.map(({ id }) => id), until, error: null, series: laid },
    count: visits.filter(({ missing }) => !missing).length,
    without: rows.filter(({ id }) => !bySeries.has(id)).map(whyWithout),
    kinds: (Object.keys(CLASH_ANSWERS) as Clash[]).filter((kind) =>
      visits.some(({ clash, missing }) => !missing && clash?.clash === kind),
    ),
    seen: digestOf(visits),
  };
}

function whyWithout({
  customer,
  state,
  state_words,
  until,
}: Awaited<ReturnType<typeof readSeriesRows>>[number]) {
  if (state === "ended" || state === "sold" || state === "waiting") return `${customer}: ${state_words}.`;
  return until ? `${customer}: scheduled until ${until}.` : `${customer}: no visit tells when it comes.`;
}

function digestOf(visits: readonly NextVisit[]): string {
  const lines = visits.map(
    ({ series_id, date, time, crew_id, clash, missing }) =>
      `${series_id} ${date} ${time} ${crew_id} ${clash?.clash} ${missing}`,
  );
  return createHash("sha256").update(lines.join("\n")).digest("base64url").slice(0, 22);
}
