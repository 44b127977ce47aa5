import { and, between, eq, gt, gte, isNull, lt, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { closures, crews, holidays } from "~/db/schema/crews";
import { crew_hours, crew_time_off, storm_days } from "~/db/schema/office";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isStormyIn } from "~/features/scheduling/crews/pick.server";
import type { CrewTimes } from "~/features/scheduling/crews/working";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { executePrepared, type Given } from "~/platform/database/database.server";
import { singleFlight } from "~/platform/jobs/single-flight.server";
import { byDistance } from "./assign";
import { companyHours, lastBookableDate, MOST_DAYS_AHEAD } from "./opening-hours";
import {
  availabilityOfDays,
  type Busy,
  type Closure,
  type Day,
  isSlotTime,
  monthDays,
  type Nearest,
  nearestSlots,
  type Schedule,
  SLOT_TIMES,
  type Slot,
  type SlotTime,
  type StartText,
  startTimesOf,
} from "./slots";

/**
 * Who asks: a draft's own hold, and a booking that is to be moved, are not in their own way. Storms close single towns.
 * Crews drive to the ZIP code.
 * `beyond`: plans reach further ahead than bookings.
 */
type Asking = {
  draft_id?: string | null;
  booking_id?: string;
  /** More bookings that are to be moved. */
  without?: readonly string[];
  /** Whose start times; without one those of the booking's, else the specification's. */
  service_id?: string;
  town?: string;
  zip?: string;
  beyond?: boolean;
};

type Reading = Pick<Ctx, "db" | "now" | "once">;

/** The length of the visit to book, and its crew. */
type Wanted = Asking & { minutes: number };

/** Every day of a month ("yyyy-MM", company time) with the state of its slots for a visit of this length. */
export function readMonth(ctx: Reading, { month, ...wanted }: Wanted & { month: string }): Promise<Day[]> {
  return readDays(ctx, monthDays(month), wanted);
}

/** The slots of one day (company time). */
export async function readSlotsOfDay(
  ctx: Ctx,
  { date, ...wanted }: Wanted & { date: string },
): Promise<Slot[]> {
  const [day] = await readDays(ctx, [date], wanted);
  return day?.slots ?? [];
}

async function readDays(ctx: Reading, dates: string[], { minutes, ...asking }: Wanted): Promise<Day[]> {
  const first = dates[0];
  const last = dates.at(-1);
  if (!first || !last) return [];
  const { draft_id, booking_id, service_id, town, zip, beyond } = asking;
  const key = JSON.stringify([first, last, minutes, draft_id, booking_id, service_id, town, zip, beyond]);
  return singleFlight(ctx, key, async (now) =>
    availabilityOfDays({
      ...(await readPlan({ ...ctx, now }, { first, last, ...asking })),
      dates,
      minutes,
    }),
  );
}

/** All that availability between two days depends on, both included, but for the length of the visit: the settings, and one query. */
export async function readPlan(
  ctx: Reading,
  asked: Asking & { first: string; last: string },
): Promise<Omit<Schedule, "minutes">> {
  const settings = await readSettings(ctx); // one after the other: it may be asked in a transaction
  const zone = settings["general.timezone"];
  const roads = roadsOf(settings);
  const asking = { ...asked, zone, places: roads !== null };
  const { crews: staff, starts, closed, busy } = await readCalendar(ctx, asking);
  return {
    hours: companyHours(settings),
    startTimes: startTimesOf(starts),
    bufferMinutes: settings["booking.travel_buffer_minutes"],
    zone,
    now: ctx.now,
    crewIds: staff.map(({ id }) => id),
    times: {
      hours: staff.flatMap(({ hours }) => hours ?? []),
      time_off: staff.flatMap(({ time_off }) => time_off ?? []),
    },
    closures: closuresFrom(closed),
    busy: busy.flatMap((span) => toBusy(span, staff)),
    zip: asked.zip,
    roads,
  };
}

function toBusy([start, end, part, crewBits, zip]: BusySpan, staff: Calendar["crews"]): Busy[] {
  const range = { start: { epochMilliseconds: start * 1000 }, end: { epochMilliseconds: end * 1000 } };
  return staff
    .slice(part * CREWS_A_PART, (part + 1) * CREWS_A_PART)
    .flatMap(({ id }, place) => ((crewBits >> place) & 1 ? [{ crew_id: id, range, zip }] : []));
}

/** When visits of any service offered start. */
export async function readAllStartTimes({ db }: Pick<Ctx, "db">): Promise<SlotTime[]> {
  const offered = await db
    .selectDistinct({ starts: services.start_times })
    .from(services)
    .where(eq(services.is_active, true));
  const times = new Set(offered.flatMap(({ starts }) => startTimesOf(starts)));
  return byDistance("12:00 AM", [...(times.size > 0 ? times : SLOT_TIMES)]);
}

type Calendar = {
  crews: ({ id: string } & { [Part in keyof CrewTimes]: CrewTimes[Part] | null })[];
  starts: string[] | null;
  closed: StoredClosure[];
  busy: BusySpan[];
};

/** Crews that fit into the bits of an integer. */
const CREWS_A_PART = 30;
/** Epoch seconds, the part of the list of crews, a bit for each busy crew of it, and where they are if that matters. */
type BusySpan = [start: number, end: number, part: number, crews: number, zip: string | null];

type StoredClosure = { date: string; time: string | null };

/**
 * The crews at work, with their hours and their days off, what is closed, and what occupies them, in one query: a month of
 * twenty crews has three thousand visits, which come as some hundred spans.
 */
async function readCalendar(
  ctx: Pick<Ctx, "db" | "now">,
  asked: Asking & { first: string; last: string; zone: string; places: boolean },
): Promise<Calendar> {
  const { first, last, town, places } = asked;
  const { rows } = await executePrepared<Calendar>(
    ctx.db,
    sql`
    with staff as materialized (
      select id, (row_number() over (order by sort_order, id) - 1)::int as place from ${crews} where is_active)
    select
      coalesce((
        select json_agg(json_build_object(
          'id', id,
          'hours', (select json_agg(h) from ${crew_hours} h where h.crew_id = staff.id),
          'time_off', (select json_agg(o) from ${crew_time_off} o
            where o.crew_id = staff.id and o.first_day <= ${last} and o.last_day >= ${first})
        ) order by place) from staff), '[]') as crews,
      ${storedStarts(asked)} as starts,
      ${storedClosures(first, last, town)} as closed,
      coalesce((select json_agg(json_build_array(
          extract(epoch from lower(blocked))::float8, extract(epoch from upper(blocked))::float8, part, crews, zip))
        from (select blocked, place / ${CREWS_A_PART} as part, ${places ? bookings.zip_code : sql`null::text`} as zip,
            bit_or(1 << place % ${CREWS_A_PART}) as crews
          from ${bookings} join staff on staff.id = ${bookings.crew_id}
          where ${isBusy(ctx, asked)} group by 1, 2, 3) spans), '[]') as busy`,
  );
  return rows[0] ?? { crews: [], starts: null, closed: [], busy: [] };
}

function storedStarts({ service_id, booking_id }: Asking): SQL {
  const times = sql`select ${services.start_times} from ${services}`;
  if (service_id) return sql`(${times} where ${services.id} = ${service_id})`;
  if (!booking_id) return sql`null::jsonb`;
  const own = sql`select ${bookings.service_id} from ${bookings} where ${bookings.id} = ${booking_id}`;
  return sql`(${times} where ${services.id} = (${own}))`;
}

/** When visits of a service start. */
export async function readStartTimes({ db }: Pick<Ctx, "db">, serviceId: string) {
  const { rows } = await executePrepared<{ starts: string[] | null }>(
    db,
    sql`select ${storedStarts({ service_id: serviceId })} as starts`,
  );
  return startTimesOf(rows[0]?.starts);
}

/**
 * The bookings that occupy crews, but not expired holds, the asking draft's own holds, or the booking to move. Limited to
 * days that can be booked, since others may lie beyond the database's range. No visit blocks more than a day.
 */
function isBusy(
  { now }: Pick<Ctx, "now">,
  asked: Asking & { first: string; last: string; zone: string },
): SQL | undefined {
  const { first, last, zone, beyond, draft_id, booking_id, without = [] } = asked;
  const today = companyToday(now, zone);
  const horizon = addDays(today, MOST_DAYS_AHEAD);
  const from = first > today ? first : today;
  const to = beyond || last < horizon ? last : horizon;
  if (from > to) return sql`false`;
  const ofOthers = draft_id ? sql`${bookings.id} <> all(array(${ofDraft(draft_id)}))` : undefined;
  return and(
    ne(bookings.status, "cancelled").inlineParams(),
    booking_id ? ne(bookings.id, booking_id) : undefined,
    without.length > 0 ? notInArray(bookings.id, [...without]) : undefined,
    gte(bookings.starts_at, startOfDay(from, zone).subtract({ hours: 24 })),
    lt(bookings.starts_at, startOfDay(to, zone).add({ hours: 72 })),
    or(
      ne(bookings.status, "pending"),
      isNull(bookings.hold_expires_at),
      and(gt(bookings.hold_expires_at, now), ofOthers),
    ),
  );
}

/** Selects ids, which the index on starts includes, so that PostgreSQL reads only the index. */
function ofDraft(draftId: string): SQL {
  return sql`select own.id from ${bookings} own where own.draft_id = ${draftId} and own.status <> 'cancelled'
    union all select own.id from ${bookings} own join ${plans} p on p.id = own.plan_id
      where p.draft_id = ${draftId} and p.status <> 'ended'`;
}

function startOfDay(date: string, zone: string): Temporal.Instant {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant();
}

/** What is closed between two days (company time), both included; with a town also what storms close in it. */
export async function readClosures(
  { db }: Pick<Ctx, "db">,
  first: string,
  last: string,
  town?: string,
): Promise<Closure[]> {
  const { rows } = await executePrepared<StoredClosure>(db, closuresOf(first, last, town));
  return closuresFrom(rows);
}

/** The same as a part of another statement; `closuresFrom` reads them. */
export function storedClosures(first: Given, last: Given, town?: Given): SQL<StoredClosure[]> {
  return subselect(sql`coalesce((select json_agg(c) from (${closuresOf(first, last, town)}) c), '[]')`);
}

function closuresOf(first: Given, last: Given, town?: Given): SQL {
  const stormy =
    town === undefined
      ? undefined
      : sql`union all select date::text, null from ${storm_days} where ${and(between(storm_days.date, first, last), isStormyIn(town))}`;
  return sql`select date::text, time::text from ${closures} where ${between(closures.date, first, last)}
    union all select date::text, null from ${holidays} where ${between(holidays.date, first, last)} ${stormy}`;
}

export function closuresFrom(stored: StoredClosure[]): Closure[] {
  return stored.flatMap(({ date, time }): Closure[] => {
    if (time === null) return [{ date, time }];
    const slot = formatTime(time);
    return isSlotTime(slot) ? [{ date, time: slot }] : [];
  });
}

/** Choices offered, from this many days before the wanted one to this many after. */
const CHOICES = 3;
const DAYS_BEFORE = 7;
const DAYS_AFTER = 21;

type ReadNearestSlotsWanted = StartText & { id: string; minutes: number; town: string; zip: string };

/** Up to three free slots next to where a booking was to be. */
export async function readNearestSlots(
  ctx: Ctx,
  { id, minutes, town, zip, ...wanted }: ReadNearestSlotsWanted,
): Promise<Nearest[]> {
  const settings = await readSettings(ctx);
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const latest = lastBookableDate(today, companyHours(settings));
  const earliest = addDays(wanted.date, -DAYS_BEFORE);
  const first = earliest > today ? earliest : today;
  const last = [addDays(first, DAYS_BEFORE + DAYS_AFTER), latest].toSorted()[0] ?? latest;
  if (first > last) return [];
  const plan = await readPlan(ctx, { first, last, booking_id: id, town, zip });
  const days = availabilityOfDays({ ...plan, minutes, dates: datesBetween(first, last) });
  return nearestSlots(days, wanted, CHOICES);
}

function datesBetween(first: string, last: string): string[] {
  const dates = [];
  for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}
