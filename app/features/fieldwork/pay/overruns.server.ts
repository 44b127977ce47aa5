import { and, eq, gte, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { readService } from "~/features/catalog/queries.server";
import { rulesOf } from "~/features/catalog/service";
import { minutesOf } from "~/features/fieldwork/hours/hours";
import { overrunOf, TELLING_VISITS } from "~/features/fieldwork/hours/overrun";
import { homeOf, readHours, type VisitHours } from "~/features/fieldwork/hours/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { addDays, companyToday } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import type { HomeOverrun } from "./view";
import { readMoney } from "./week.server";

/** Visits of before are not looked at, in days. */
const LOOKS_BACK = 365;

/** Homes whose last visits all took longer than planned, those of one customer or all, the newest visit first. */
export async function readOverruns(ctx: StaffCtx, customer_id?: string): Promise<HomeOverrun[]> {
  const settings = await readSettings(ctx);
  const since = addDays(companyToday(ctx.now, settings["general.timezone"]), -LOOKS_BACK);
  const visits = await readLast(ctx, since, customer_id);
  const homes = [...Map.groupBy(visits, ({ home, service_id }) => `${home} ${service_id}`).values()];
  const newestFirst = homes.map((ofHome) => ofHome.toReversed());
  const money = await readMoney(
    ctx.db,
    newestFirst.flatMap(([newest]) => newest?.id ?? []),
  );
  const hourly = await readHourly(ctx, visits);
  const found = newestFirst.flatMap((ofHome): (HomeOverrun & { at: Temporal.Instant })[] => {
    const [newest] = ofHome;
    if (!newest) return [];
    const price = money.get(newest.id)?.price || null;
    const overrun = overrunOf(ofHome.map(timed), { price, hourly: hourly.get(newest.service_id) ?? null });
    if (!overrun) return [];
    const { id, customer_id: customer, service, address, starts_at } = newest;
    const named = { id, customer_id: customer, customer: newest.customer, service, address };
    return [{ ...named, ...overrun, currency: settings["payments.default_currency"], at: starts_at }];
  });
  return found
    .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
    .map(({ at: _, ...overrun }) => overrun);
}

/** Minutes planned, and those that somebody of the crew was at the job. A visit with a missing clock-out tells nothing. */
function timed({ starts_at, ends_at, spans }: VisitHours) {
  const jobs = spans.filter(({ kind }) => kind === "job");
  const isKnown = jobs.every(({ to }) => to !== null);
  const planned = Math.round((ends_at.epochMilliseconds - starts_at.epochMilliseconds) / 60_000);
  return { planned, actual: isKnown ? minutesOf(jobs).job : 0 };
}

/** The last completed visits of each home and service, where the newest has hours. */
async function readLast({ db }: StaffCtx, since: string, customer_id?: string): Promise<VisitHours[]> {
  const ranked = db
    .select({
      id: bookings.id,
      place: sql<number>`row_number() over (partition by ${homeOf}, ${bookings.service_id}
        order by ${bookings.starts_at} desc)`.as("place"),
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "completed"),
        or(isNotNull(bookings.property_id), isNotNull(bookings.customer_id)),
        isNull(bookings.re_clean_of), // shorter than a visit, and for nothing
        isNull(bookings.history_of), // nobody knows how long it took
        gte(bookings.scheduled_date, since),
        customer_id === undefined ? undefined : eq(bookings.customer_id, customer_id),
      ),
    )
    .as("ranked");
  const last = db.select({ id: ranked.id }).from(ranked).where(sql`${ranked.place} <= ${TELLING_VISITS}`);
  return readHours(db, inArray(bookings.id, last));
}

/** What an hour costs of each service that is priced by the hour, in cents. */
async function readHourly(ctx: StaffCtx, visits: VisitHours[]): Promise<Map<string, number>> {
  const hourly = new Map<string, number>();
  for (const id of new Set(visits.map(({ service_id }) => service_id))) {
    const service = await readService(ctx, id);
    const rules = service && rulesOf(service);
    if (rules?.by === "hour") hourly.set(id, rules.base.cents);
  }
  return hourly;
}
