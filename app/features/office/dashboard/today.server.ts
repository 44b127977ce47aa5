import { and, asc, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatTime } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { stateAt, type Today, type TodayCrew } from "./today";

/** Limits of the dashboard. The schedule shows the rest. */
const VISITS_A_CREW = 6;
const CREWS = 12;

/** Today's visits by crew, those without a crew first, and the free crews. Company time. */
export async function readToday(ctx: StaffCtx): Promise<Today> {
  const { timezone } = await readCompany(ctx);
  const date = companyToday(ctx.now, timezone);
  const [visits, allCrews] = await Promise.all([readVisits(ctx, date), readCrews(ctx)]);
  const byCrew = Map.groupBy(visits, ({ crew_id }) => crew_id);
  const places: { id: string | null; name: string | null }[] = [{ id: null, name: null }, ...allCrews];
  const busy = places.flatMap(({ id, name }): TodayCrew[] => {
    const own = byCrew.get(id);
    if (!own) return [];
    return [
      { id, name, count: own[0]?.of_crew ?? 0, visits: own.map((visit) => viewOf(visit, ctx.now, timezone)) },
    ];
  });
  return {
    date,
    crews: busy.slice(0, CREWS),
    more_crews: Math.max(busy.length - CREWS, 0),
    free: allCrews.filter(({ id, is_active }) => is_active && !byCrew.has(id)).map(({ name }) => name),
  };
}

function readCrews({ db }: StaffCtx) {
  return db
    .select({ id: crews.id, name: crews.name, is_active: crews.is_active })
    .from(crews)
    .orderBy(asc(crews.sort_order), asc(crews.name));
}

function readVisits({ db, now }: StaffCtx, date: string) {
  const day = db
    .select({
      id: bookings.id,
      number: bookings.number,
      crew_id: bookings.crew_id,
      scheduled_time: bookings.scheduled_time,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      customer: customerName.as("customer"),
      city: bookings.city,
      status: bookings.status,
      service_id: bookings.service_id,
      place:
        sql<number>`row_number() over (partition by ${bookings.crew_id} order by ${bookings.starts_at}, ${bookings.id})::int`.as(
          "place",
        ),
      of_crew: sql<number>`count(*) over (partition by ${bookings.crew_id})::int`.as("of_crew"),
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.scheduled_date, date),
        ne(bookings.status, "cancelled"),
        or(
          ne(bookings.status, "pending"),
          isNull(bookings.hold_expires_at),
          gt(bookings.hold_expires_at, now),
        ),
      ),
    )
    .as("day");
  return db
    .select({
      id: day.id,
      number: day.number,
      crew_id: day.crew_id,
      scheduled_time: day.scheduled_time,
      starts_at: day.starts_at,
      ends_at: day.ends_at,
      customer: day.customer,
      city: day.city,
      status: day.status,
      of_crew: day.of_crew,
      service: services.title,
    })
    .from(day)
    .innerJoin(services, eq(services.id, day.service_id))
    .where(lte(day.place, VISITS_A_CREW))
    .orderBy(asc(day.starts_at), asc(day.id));
}

type Found = Awaited<ReturnType<typeof readVisits>>[number];

function viewOf(visit: Found, now: Temporal.Instant, timezone: string) {
  const { id, service, city, status } = visit;
  return {
    id,
    number: formatNumber(visit.number),
    service,
    city,
    status,
    customer: visit.customer || UNKNOWN.customer,
    time: formatTime(visit.scheduled_time),
    ends: formatTime(visit.ends_at.toZonedDateTimeISO(timezone).toPlainTime().toString()),
    state: stateAt(visit, now),
  };
}
