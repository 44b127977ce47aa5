// Rooms: a series of a customer (customers), in a list (office), in company time and money (operations).
import { and, eq, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { customers } from "~/db/schema/customers";
import { series } from "~/db/schema/series";
import { subselect } from "~/db/subselect";
import { nameOf } from "~/features/customers/records/contact";
import { defineList } from "~/features/office/lists/define.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { inUnits } from "~/lib/csv";
import { addDays, companyToday, formatDate, formatTime } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { SERIES_LIST, type SeriesRow } from "./list";
import { planStatus } from "./sell.server";
import {
  ENDS_SOON_DAYS,
  formatSeries,
  priceOf,
  type SeriesState,
  seriesState,
  stateWords,
  usualVisits,
} from "./series";
import { readVisitsOf } from "./visits.server";

/** The day of a series' last visit; null: it has none. */
const lastDay = subselect(sql<string | null>`(select max(visit.scheduled_date)::text from ${bookings} visit
  where visit.series_id = ${series.id} and visit.status <> 'cancelled')`);

/** The newest visit of a series, which says its price, its address and its crew. One that takes place comes before cancelled ones. */
const newest = subselect(sql<{
  price_lines: { label: string; amount: Cents }[];
  address: string;
  crew: string | null;
} | null>`(select jsonb_build_object('price_lines', visit.price_lines, 'crew', ${crews.name},
    'address', concat_ws(', ', visit.address_line1, nullif(visit.address_line2, ''), visit.city))
  from ${bookings} visit left join ${crews} on ${crews.id} = visit.crew_id where visit.series_id = ${series.id}
  order by visit.status = 'cancelled', visit.scheduled_date desc, visit.id limit 1)`);

/** The day of the last visit to sort by: a series without visits is on top. */
export const byLastDay = sql<string>`coalesce(${lastDay}, '0001-01-01')`;

const seriesColumns = {
  ...{ id: series.id, frequency: series.frequency, ended_at: series.ended_at, created_at: series.created_at },
  ...{ customer_id: series.customer_id, property_id: series.property_id, plan_id: series.plan_id },
  ...{
    first_name: customers.first_name,
    last_name: customers.last_name,
    company_name: customers.company_name,
  },
  ...{ service_id: series.service_id, service: services.title, plan_status: planStatus },
  ...{ last: lastDay, newest },
};

const select = (db: Database) =>
  db
    .select(seriesColumns)
    .from(series)
    .innerJoin(customers, eq(customers.id, series.customer_id))
    .innerJoin(services, eq(services.id, series.service_id));
type FoundSeries = Awaited<ReturnType<typeof select>>[number];

/** The condition for a state, which is `seriesState` in SQL. */
function isIn(state: SeriesState, today: string): SQL | undefined {
  if (state === "waiting") return sql`${planStatus} = 'pending'`;
  if (state === "sold") return sql`${planStatus} <> 'pending'`;
  const unsold = sql`${planStatus} is null`;
  if (state === "ended") return sql`${unsold} and ${series.ended_at} is not null`;
  const soon = sql`${byLastDay} < ${addDays(today, ENDS_SOON_DAYS)}`;
  return sql`${unsold} and ${series.ended_at} is null and ${state === "soon" ? soon : sql`not ${soon}`}`;
}

/** Series whose visits run out within some weeks, or have. `today`: company time. */
export const runsOut = (today: string): SQL | undefined => isIn("soon", today);

type Asked = Pick<Ctx, "db" | "now" | "once">;

const WORDS = sql`exists (select from ${customers} person where person.id = ${series.customer_id}
  and lower(coalesce(person.name, '')) like `;

function searchFor(q: string): SQL {
  const pattern = likePattern(q);
  return sql`(${WORDS} ${pattern}) or exists (select from ${bookings} visit where visit.series_id = ${series.id}
    and lower(visit.address_line1 || ' ' || visit.city || ' ' || visit.zip_code) like ${pattern}))`;
}

const todayOf = async (ctx: Asked) => companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);

export const seriesList = defineList(SERIES_LIST, {
  select,
  id: series.id,
  date: series.created_at,
  keys: { until: byLastDay },
  edge: ({ last }) => last ?? "0001-01-01",
  wanted: async (ctx, { q, filters: { state, frequency } }) => ({
    filter: and(
      state && isIn(state, await todayOf(ctx)),
      frequency && eq(series.frequency, frequency),
      q ? searchFor(q) : undefined,
    ),
  }),
  count: ({ db }, _, { filter }) => countUpTo(db, db.select({ id: series.id }).from(series).where(filter)),
  rows: (found, { ctx }) => seriesRows(ctx, found),
  lines: (found, { ctx, zone }) => linesOf(ctx, found, zone),
  columns: [
    ["Customer", ({ row }) => row.customer],
    ["Home", ({ row }) => row.address],
    ["Service", ({ row }) => row.service],
    ["How often", ({ one }) => one.frequency],
    ["When", ({ row }) => row.when],
    ["Crew", ({ row }) => row.crew],
    ["Price", ({ one }) => inUnits(priceOf(one.newest?.price_lines ?? []).total)],
    ["Next visit", ({ next }) => next],
    ["Scheduled until", ({ one }) => one.last],
    ["Status", ({ row }) => row.state_words],
  ],
});

async function linesOf(ctx: Asked, found: FoundSeries[], zone: string) {
  const next = await readNext(ctx.db, found, companyToday(ctx.now, zone));
  const rows = await seriesRows(ctx, found);
  return rows.flatMap((row, place) => {
    const one = found[place];
    return one ? [{ row, one, next: next.get(one.id) ?? null }] : [];
  });
}

/** Series as lists and panels show them. */
async function seriesRows(ctx: Asked, found: FoundSeries[]): Promise<SeriesRow[]> {
  const { db } = ctx;
  const { "general.timezone": zone, "payments.default_currency": currency } = await readSettings(ctx);
  const today = companyToday(ctx.now, zone);
  const visitsOf = await readVisitsOf(
    db,
    found.map(({ id }) => id),
  );
  const next = await readNext(db, found, today);
  return found.map((one) => {
    const { id, frequency, service, last } = one;
    const { visits } = visitsOf(id);
    const state = seriesState(one, today);
    const day = next.get(id);
    const first = day && visits.find(({ date }) => date === day);
    return {
      ...{ id, service, state, state_words: stateWords(state, last, today) },
      customer: nameOf(one) ?? "Customer",
      address: one.newest?.address ?? "",
      when: formatSeries(usualVisits(visits, frequency), frequency, visits),
      crew: one.newest?.crew ?? "No crew",
      price: formatCents(priceOf(one.newest?.price_lines ?? []).total, currency),
      next: day ? `${formatDate(day)}${first ? `, ${formatTime(first.time)}` : ""}` : null,
      until: last && formatDate(last),
    };
  });
}

/** The days of the next visits, from today on. */
async function readNext(db: Database, found: FoundSeries[], today: string): Promise<Map<string, string>> {
  const ids = found.map(({ id }) => id);
  const { rows } = await db.execute<{ id: string; day: string }>(sql`
    select visit.series_id as id, min(visit.scheduled_date)::text as day from ${bookings} visit
    where visit.series_id = any(${sql.param(ids)}::uuid[]) and visit.status <> 'cancelled'
      and visit.scheduled_date >= ${today}
    group by visit.series_id`);
  return new Map(rows.map(({ id, day }) => [id, day]));
}

/** The series that a condition finds, the first to run out on top. */
export async function readSeriesRows(ctx: Asked, where: SQL | undefined): Promise<SeriesRow[]> {
  const found = await select(ctx.db).where(where).orderBy(byLastDay, series.id);
  return seriesRows(ctx, found);
}

/** One series; undefined if there is none. */
export async function findSeries(db: Database, id: string): Promise<FoundSeries | undefined> {
  const [found] = await select(db).where(eq(series.id, id));
  return found;
}
