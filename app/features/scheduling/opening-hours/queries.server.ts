import { and, asc, eq, gt, gte, isNull, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { closures, holidays } from "~/db/schema/crews";
import { storm_offers } from "~/db/schema/office";
import { subselect } from "~/db/subselect";
import { shortestVisit } from "~/features/catalog/pricing";
import { readServices } from "~/features/catalog/queries.server";
import { needsEstimate } from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Week } from "~/features/operations/settings/settings";
import { outsideWords } from "~/features/scheduling/availability/opening-hours";
import { localEnd } from "~/features/scheduling/availability/slots";
import { companyToday, formatTime } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type HoursRules, type HoursTopics, hoursValues } from "./forms";
import { type Holiday, readHolidays } from "./holidays.server";

/** The stored rules, and what they are about. */
export async function readRules(
  ctx: Pick<Ctx, "db" | "now" | "once">,
  known: readonly Holiday[],
): Promise<{ rules: HoursRules; topics: HoursTopics }> {
  const settings = await readSettings(ctx);
  const offered = (await readServices(ctx)).filter((service) => !needsEstimate(service));
  return {
    rules: {
      week: settings["hours.week"],
      lead_hours: settings["hours.lead_hours"],
      days_ahead: settings["hours.days_ahead"],
      holidays: settings["hours.holidays"],
      start_times: Object.fromEntries(offered.map(({ id, start_times }) => [id, start_times])),
    },
    topics: {
      services: offered.map((service) => ({
        id: service.id,
        title: service.title,
        shortest: shortestVisit(service),
      })),
      holidays: known.map(({ name }) => name),
    },
  };
}

/** A day on which the company is closed. `visits`: how many confirmed ones it has. */
export type ClosedDay = { id: string; date: string; reason: string | null; visits: number };

const DAYS_SHOWN = 100;
const OUTSIDE_SHOWN = 20;

/** All that the settings screen of the hours shows. */
export async function readHoursPage(ctx: StaffCtx) {
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const year = Number(today.slice(0, 4));
  const known = await readHolidays(year, year + 1);
  const { rules, topics } = await readRules(ctx, known);
  const [days, kept, outside] = await Promise.all([
    readClosedDays(ctx, today),
    readKept(ctx, today),
    readOutsideVisits(ctx, OUTSIDE_SHOWN),
  ]);
  return {
    today,
    values: hoursValues(rules, topics),
    services: topics.services,
    holidays: known.map(({ name, is_public, dates }) => ({
      name,
      is_public,
      next: dates.find((date) => date >= today) ?? null,
      kept: kept.get(name) ?? null,
    })),
    days,
    outside,
  };
}

const visitsOn = (date: typeof closures.date | typeof holidays.date) =>
  subselect(sql<number>`(select count(*)::int from ${bookings}
    where ${bookings.scheduled_date} = ${date} and ${bookings.status} = 'confirmed')`);

function readClosedDays({ db }: StaffCtx, today: string): Promise<ClosedDay[]> {
  return db
    .select({
      id: closures.id,
      date: closures.date,
      reason: closures.reason,
      visits: visitsOn(closures.date),
    })
    .from(closures)
    .where(and(gte(closures.date, today), isNull(closures.time)))
    .orderBy(asc(closures.date))
    .limit(DAYS_SHOWN);
}

/** The next day of each holiday that has visits, by its name. */
async function readKept({ db }: StaffCtx, today: string) {
  const rows = await db
    .select({ date: holidays.date, rule: holidays.rule, visits: visitsOn(holidays.date) })
    .from(holidays)
    .where(and(gte(holidays.date, today), sql`${visitsOn(holidays.date)} > 0`))
    .orderBy(asc(holidays.date));
  return new Map(rows.toReversed().map(({ rule, ...day }) => [rule, day]));
}

/** An upcoming visit that could not be booked by today's hours, and why; `asked`: its customer was offered other times. */
export type OutsideVisit = {
  id: string;
  /** "#1042". */
  number: string;
  date: string;
  time: string;
  customer: string | null;
  service: string;
  why: string;
  asked: boolean;
  /** Grows when it is moved. */
  sequence: number;
};

/**
 * The upcoming confirmed visits that lie outside the opening hours or on a closed day, the next first: rules can change after
 * a visit was booked. Visits that staff put there with a reason are none of them. `total` counts those beyond `limit`, too.
 */
export async function readOutsideVisits(
  ctx: Pick<Ctx, "db" | "now" | "once">,
  limit = 50,
  offset = 0,
): Promise<{ visits: OutsideVisit[]; total: number }> {
  const settings = await readSettings(ctx);
  const [zone, week] = [settings["general.timezone"], settings["hours.week"]];
  const outside = isOutside(ctx.now, zone, week);
  const [rows, total] = await Promise.all([
    ctx.db
      .select({
        id: bookings.id,
        number: bookings.number,
        date: bookings.scheduled_date,
        starts: bookings.scheduled_time,
        start: bookings.starts_at,
        end: bookings.ends_at,
        customer: bookings.customer_name,
        service: services.title,
        sequence: bookings.calendar_sequence,
        holiday: subselect(sql<string | null>`(
          select min(${holidays.name}) from ${holidays} where ${holidays.date} = ${bookings.scheduled_date})`),
        closed: subselect(sql<boolean>`exists (${closureOf})`),
        asked: subselect(sql<boolean>`exists (select from ${storm_offers}
          where ${storm_offers.booking_id} = ${bookings.id} and ${storm_offers.status} = 'open')`),
      })
      .from(bookings)
      .innerJoin(services, eq(services.id, bookings.service_id))
      .where(outside)
      .orderBy(asc(bookings.starts_at), asc(bookings.id))
      .limit(limit)
      .offset(offset),
    ctx.db.$count(bookings, outside),
  ]);
  const visits = rows.map(({ number, starts, start, end, holiday, closed, ...row }) => {
    const local = { date: row.date, starts, ends: localEnd({ start, end }, zone) };
    const why = holiday ?? (closed ? "Closed" : outsideWords(local, week));
    return { ...row, number: formatNumber(number), time: formatTime(starts), why };
  });
  return { visits, total };
}

/** Whether this is an upcoming visit outside the hours. */
export async function isOutsideHours(ctx: Pick<Ctx, "db" | "now" | "once">, id: string): Promise<boolean> {
  const settings = await readSettings(ctx);
  const outside = isOutside(ctx.now, settings["general.timezone"], settings["hours.week"]);
  return (await ctx.db.$count(bookings, and(eq(bookings.id, id), outside))) > 0;
}

const closureOf = sql`select 1 from ${closures} where ${closures.date} = ${bookings.scheduled_date}
  and (${closures.time} is null or ${closures.time} = ${bookings.scheduled_time})`;

/** Whether a booking is an upcoming visit outside the hours that nobody put there on purpose. */
function isOutside(now: Temporal.Instant, zone: string, week: Week | null): SQL | undefined {
  return and(
    eq(bookings.status, "confirmed"),
    gte(bookings.scheduled_date, companyToday(now, zone)),
    gt(bookings.starts_at, now),
    isNull(bookings.override_reason),
    or(
      week ? sql`not (${insideOf(week, zone)})` : undefined,
      sql`exists (select from ${holidays} where ${holidays.date} = ${bookings.scheduled_date})`,
      sql`exists (${closureOf})`,
    ),
  );
}

/** The rule of `isOpenFor`, in SQL. */
function insideOf(week: Week, zone: string): SQL {
  const ends = sql`(${bookings.ends_at} at time zone ${zone})`;
  const days = week.flatMap((day, weekday) =>
    day
      ? [
          sql`extract(dow from ${bookings.scheduled_date}) = ${weekday}
            and ${bookings.scheduled_time} >= ${day.opens}::time
            and ${ends} <= ${bookings.scheduled_date} + ${day.last_finish}::time`,
        ]
      : [],
  );
  return or(...days) ?? sql`false`;
}
