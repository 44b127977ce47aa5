import { and, asc, between, eq, gt, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { closures, crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off, storm_days } from "~/db/schema/office";
import { plans } from "~/db/schema/plans";
import { isStormyIn } from "~/features/crews/pick.server";
import type { CrewTimes } from "~/features/crews/working";
import { readSettings } from "~/features/settings/reads.server";
import { timeInWords } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import {
  availabilityOfDays,
  type Busy,
  type Closure,
  companyToday,
  type Day,
  lastBookableDate,
  monthDays,
  type Schedule,
  SLOT_TIMES,
  type Slot,
} from "./slots";

/**
 * Who asks: a draft's own hold, and a booking that is to be moved, are not in their own way. Storms close single towns.
 * `beyond`: plans reach further ahead than bookings.
 */
type Asking = { draft_id?: string | null; booking_id?: string; town?: string; beyond?: boolean };

/** What is to be booked: how long the visit is, and by whom. */
type Wanted = Asking & { minutes: number };

/** Every day of a month ("yyyy-MM", company time) with the state of its five slots for a visit of this length. */
export function readMonth(ctx: Ctx, { month, ...wanted }: Wanted & { month: string }): Promise<Day[]> {
  return readDays(ctx, monthDays(month), wanted);
}

/** The five slots of one day (company time). */
export async function readSlotsOfDay(
  ctx: Ctx,
  { date, ...wanted }: Wanted & { date: string },
): Promise<Slot[]> {
  const [day] = await readDays(ctx, [date], wanted);
  return day?.slots ?? [];
}

async function readDays(ctx: Ctx, dates: string[], { minutes, ...asking }: Wanted): Promise<Day[]> {
  const first = dates[0];
  const last = dates.at(-1);
  if (!first || !last) return [];
  return availabilityOfDays({ ...(await readPlan(ctx, { first, last, ...asking })), dates, minutes });
}

/** All that availability between two days depends on, both included, but for the length of the visit. */
export async function readPlan(
  ctx: Pick<Ctx, "db" | "now">,
  { first, last, ...asking }: Asking & { first: string; last: string },
): Promise<Omit<Schedule, "minutes">> {
  const settings = await readSettings(ctx); // one after the other: it may be asked in a transaction
  const { crewIds, times } = await readActiveCrews(ctx, first, last);
  const closed = await readClosures(ctx, first, last, asking.town);
  const zone = settings["general.timezone"];
  const busy = await readBusyDays(ctx, { first, last, zone, ...asking });
  const bufferMinutes = settings["booking.travel_buffer_minutes"];
  return { bufferMinutes, zone, now: ctx.now, crewIds, times, busy, closures: closed };
}

/** Only days that can be booked matter; the others may lie beyond what the database can count. */
async function readBusyDays(
  ctx: Pick<Ctx, "db" | "now">,
  { first, last, zone, ...asking }: Asking & { first: string; last: string; zone: string },
): Promise<Busy[]> {
  const today = companyToday(ctx.now, zone);
  const horizon = lastBookableDate(today);
  const from = first > today ? first : today;
  const to = asking.beyond || last < horizon ? last : horizon;
  if (from > to) return [];
  return readBusy(ctx, startOfDay(from, zone), startOfDay(to, zone).add({ hours: 72 }), asking);
}

function startOfDay(date: string, zone: string): Temporal.Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant();
}

/** The crews at work, with their hours and their days off between two days, in one query. */
async function readActiveCrews({ db }: Pick<Ctx, "db">, first: string, last: string) {
  const rows = await db
    .select({
      id: crews.id,
      hours: sql<
        CrewTimes["hours"] | null
      >`(select json_agg(h) from ${crew_hours} h where h.crew_id = crews.id)`,
      time_off: sql<CrewTimes["time_off"] | null>`(select json_agg(o) from ${crew_time_off} o
        where o.crew_id = crews.id and o.first_day <= ${last} and o.last_day >= ${first})`,
    })
    .from(crews)
    .where(eq(crews.is_active, true))
    .orderBy(asc(crews.sort_order));
  return {
    crewIds: rows.map(({ id }) => id),
    times: {
      hours: rows.flatMap(({ hours }) => hours ?? []),
      time_off: rows.flatMap(({ time_off }) => time_off ?? []),
    },
  };
}

/** What is closed between two days (company time), both included; with a town also what storms close in it. */
export async function readClosures(
  { db }: Pick<Ctx, "db">,
  first: string,
  last: string,
  town?: string,
): Promise<Closure[]> {
  const rows = await db
    .select({ date: closures.date, time: closures.time })
    .from(closures)
    .where(between(closures.date, first, last));
  const stormy =
    town === undefined
      ? []
      : await db
          .select({ date: storm_days.date, time: sql<null>`null` })
          .from(storm_days)
          .where(and(between(storm_days.date, first, last), isStormyIn(town)));
  return [...rows, ...stormy].flatMap(({ date, time }): Closure[] => {
    if (time === null) return [{ date, time }];
    return SLOT_TIMES.filter((slot) => slot === timeInWords(time)).map((slot) => ({ date, time: slot }));
  });
}

/**
 * What occupies crews between two moments. Holds that ran out, or that are the asking draft's own, don't count, nor does the
 * booking that is to be moved; what waits for staff has no time limit. No visit blocks more than a day.
 */
async function readBusy(
  { db, now }: Pick<Ctx, "db" | "now">,
  from: Temporal.Instant,
  to: Temporal.Instant,
  { draft_id, booking_id }: Asking,
): Promise<Busy[]> {
  const ofOthers = draft_id
    ? sql`${bookings.draft_id} is distinct from ${draft_id} and not exists (
        select from ${plans} where ${plans.id} = ${bookings.plan_id} and ${plans.draft_id} = ${draft_id})`
    : undefined;
  const rows = await db
    .select({ crew_id: bookings.crew_id, range: bookings.blocked })
    .from(bookings)
    .where(
      and(
        ne(bookings.status, "cancelled"),
        isNotNull(bookings.crew_id),
        booking_id ? ne(bookings.id, booking_id) : undefined,
        gte(bookings.starts_at, from.subtract({ hours: 24 })),
        lt(bookings.starts_at, to),
        or(
          ne(bookings.status, "pending"),
          isNull(bookings.hold_expires_at),
          and(gt(bookings.hold_expires_at, now), ofOthers),
        ),
      ),
    );
  return rows.flatMap(({ crew_id, range }) => (crew_id ? [{ crew_id, range }] : []));
}
