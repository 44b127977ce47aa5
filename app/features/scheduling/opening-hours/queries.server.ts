// Rooms: the hours are settings (operations) and start times of services (catalog), whose shortest visits take the least
// hours that can be booked (booking).
import { and, asc, gte, isNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { closures, holidays } from "~/db/schema/crews";
import { subselect } from "~/db/subselect";
import { HOUR_OPTIONS } from "~/features/booking/limits";
import { readServices } from "~/features/catalog/queries.server";
import { needsEstimate, visitMinutes } from "~/features/catalog/service";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import { type HoursRules, type HoursTopics, hoursValues } from "./forms";
import { type Holiday, readHolidays } from "./holidays.server";

/** The stored rules, and what they are about. */
export async function readRules(
  ctx: Pick<Ctx, "db" | "once">,
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
        shortest: visitMinutes(service, HOUR_OPTIONS[0]),
      })),
      holidays: known.map(({ name }) => name),
    },
  };
}

/** A day on which the company is closed. `visits`: how many confirmed ones it has. */
export type ClosedDay = { id: string; date: string; reason: string | null; visits: number };

const DAYS_SHOWN = 100;

/** All that the settings screen of the hours shows. */
export async function readHoursPage(ctx: AdminCtx) {
  const today = companyToday(ctx.now, (await readSettings(ctx))["general.timezone"]);
  const year = Number(today.slice(0, 4));
  const known = await readHolidays(year, year + 1);
  const { rules, topics } = await readRules(ctx, known);
  const [days, kept] = await Promise.all([readClosedDays(ctx, today), readKept(ctx, today)]);
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
  };
}

const visitsOn = (date: typeof closures.date | typeof holidays.date) =>
  subselect(sql<number>`(select count(*)::int from ${bookings}
    where ${bookings.scheduled_date} = ${date} and ${bookings.status} = 'confirmed')`);

function readClosedDays({ db }: AdminCtx, today: string): Promise<ClosedDay[]> {
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
async function readKept({ db }: AdminCtx, today: string) {
  const rows = await db
    .select({ date: holidays.date, rule: holidays.rule, visits: visitsOn(holidays.date) })
    .from(holidays)
    .where(and(gte(holidays.date, today), sql`${visitsOn(holidays.date)} > 0`))
    .orderBy(asc(holidays.date));
  return new Map(rows.toReversed().map(({ rule, ...day }) => [rule, day]));
}
