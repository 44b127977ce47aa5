import {
  and,
  asc,
  between,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { closures, crews, holidays } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { ERASED_STREET, isHeld } from "~/features/booking/booking";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { moveByStaff } from "~/features/booking/office/move.server";
import { whyStaffCannotMove } from "~/features/booking/office/rules";
import { readBookingRow, viewOf } from "~/features/booking/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readAllStartTimes, readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { readCrew } from "~/features/scheduling/crews/queries.server";
import { drivesOf } from "~/features/scheduling/roads/queries.server";
import { milesOfDay } from "~/features/scheduling/roads/rules";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import {
  type Board,
  type BoardCrew,
  type BoardVisit,
  type OpenVisit,
  parseSchedule,
  type SchedulePlace,
  shownDays,
} from "./board";

const WAITING_SHOWN = 50;
/** The most visits on a board; the page says if there are more. */
const VISITS_SHOWN = 1000;

type ShownBoard = Board & {
  starts: readonly string[];
  place: SchedulePlace;
  today: string;
  /** Minutes from midnight, company time. */
  now: number;
  /** Visits without a crew, or with a reason why somebody must look, whenever they are. */
  waiting: BoardVisit[];
  /** How many wait, shown or not. */
  waiting_total: number;
  /** There are more visits on these days than are shown. */
  more_visits: boolean;
};

/** Which days an address of the schedule is about; without one, today. */
export async function readPlace(ctx: StaffCtx, params: URLSearchParams) {
  const zone = (await readSettings(ctx))["general.timezone"];
  const today = companyToday(ctx.now, zone);
  return { zone, today, place: parseSchedule(params, today) };
}

/** What the address of the schedule asks for. */
export async function readBoard(ctx: StaffCtx, params: URLSearchParams): Promise<ShownBoard> {
  const { zone, today, place } = await readPlace(ctx, params);
  const days = shownDays(place.view, place.date);
  const [first = place.date, last = place.date] = [days[0], days.at(-1)];
  const onBoard = and(between(bookings.scheduled_date, first, last), isNotNull(bookings.crew_id));
  const waits = isWaiting(today);
  const [found, waiting, waiting_total, all, starts, closed, kept] = await Promise.all([
    readVisits(ctx, zone, onBoard, VISITS_SHOWN + 1),
    readVisits(ctx, zone, waits, WAITING_SHOWN),
    ctx.db.$count(bookings, isShown(ctx, waits)),
    readBoardCrews(ctx, first, last),
    readAllStartTimes(ctx),
    ctx.db
      .select({ id: closures.id, date: closures.date, time: closures.time, reason: closures.reason })
      .from(closures)
      .where(between(closures.date, first, last)),
    ctx.db
      .select({ date: holidays.date, reason: holidays.name })
      .from(holidays)
      .where(between(holidays.date, first, last)),
  ]);
  const visits = found.slice(0, VISITS_SHOWN);
  const byCrew = Map.groupBy(visits, ({ crew_id }) => crew_id);
  const shown = all.filter(({ id, is_active }) => is_active || byCrew.has(id));
  const clock = ctx.now.toZonedDateTimeISO(zone);
  return {
    place,
    today,
    now: clock.hour * 60 + clock.minute,
    days,
    crews: place.view === "day" ? await withMiles(ctx, shown, byCrew) : shown,
    visits,
    more_visits: found.length > VISITS_SHOWN,
    waiting,
    waiting_total,
    starts,
    closures: [
      ...closed.map((one) => ({ ...one, time: one.time && formatTime(one.time) })),
      ...kept.map((one) => ({ ...one, id: null, time: null })),
    ],
  };
}

async function withMiles(ctx: StaffCtx, team: BoardCrew[], byCrew: Map<string | null, BoardVisit[]>) {
  const roads = drivesOf(await readSettings(ctx));
  const stop = ({ zip, starts }: BoardVisit) => {
    const start = { epochMilliseconds: starts };
    return { zip, range: { start, end: start } };
  };
  return team.map((crew) => ({ ...crew, miles: milesOfDay((byCrew.get(crew.id) ?? []).map(stop), roads) }));
}

function isWaiting(today: string) {
  const waits = or(isNotNull(bookings.needs_attention), isNull(bookings.crew_id));
  const recent = gte(bookings.scheduled_date, addDays(today, -30));
  const open = inArray(bookings.status, ["pending", "confirmed"]);
  return and(open, recent, waits);
}

async function readVisits(
  ctx: StaffCtx,
  zone: string,
  which: SQL | undefined,
  limit: number,
): Promise<BoardVisit[]> {
  const rows = await ctx.db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      scheduled_time: bookings.scheduled_time,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      customer: customerName,
      service: services.title,
      city: bookings.city,
      zip: bookings.zip_code,
      status: bookings.status,
      hold_expires_at: bookings.hold_expires_at,
      attention: bookings.needs_attention,
      crew_id: bookings.crew_id,
      sequence: bookings.calendar_sequence,
      street: bookings.address_line1,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(isShown(ctx, which))
    // The order of `starts_at`, whose index would be read up to these days.
    .orderBy(asc(bookings.scheduled_date), asc(bookings.scheduled_time), asc(bookings.id))
    .limit(limit);
  const timeOf = timesIn(zone);
  return rows.map(({ scheduled_time, starts_at, ends_at, hold_expires_at, street, ...visit }) => {
    const [hour = 0, minute = 0] = scheduled_time.split(":").map(Number);
    return {
      ...visit,
      time: formatTime(scheduled_time),
      starts: hour * 60 + minute,
      minutes: minutesOf({ starts_at, ends_at }),
      ends: timeOf(ends_at),
      held: isHeld({ status: visit.status, hold_expires_at }, ctx.now),
      movable:
        street !== ERASED_STREET &&
        whyStaffCannotMove({ status: visit.status, hold_expires_at }, ctx.now) === null,
    };
  });
}

/** "4:30 PM" in this time zone: visits end together, so each moment is worked out once. */
function timesIn(zone: string): (at: Temporal.Instant) => string {
  const known = new Map<number, string>();
  return (at) => {
    const moment = at.epochMilliseconds;
    const time = known.get(moment) ?? formatTime(at.toZonedDateTimeISO(zone).toPlainTime().toString());
    known.set(moment, time);
    return time;
  };
}

/** A hold that ran out has given its slot back. */
function isShown({ now }: StaffCtx, which: SQL | undefined) {
  const holdIsOpen = or(
    ne(bookings.status, "pending"),
    isNull(bookings.hold_expires_at),
    gt(bookings.hold_expires_at, now),
  );
  return and(which, ne(bookings.status, "cancelled"), holdIsOpen);
}

/** All crews in their order, with their hours and their days off between two days. */
async function readBoardCrews({ db }: StaffCtx, first: string, last: string): Promise<BoardCrew[]> {
  return db
    .select({
      id: crews.id,
      name: crews.name,
      is_active: crews.is_active,
      hours: sql<BoardCrew["hours"]>`coalesce((select json_agg(h) from ${crew_hours} h
        where h.crew_id = crews.id), '[]')`,
      time_off: sql<BoardCrew["time_off"]>`coalesce((select json_agg(o) from ${crew_time_off} o
        where o.crew_id = crews.id and o.first_day <= ${last} and o.last_day >= ${first}), '[]')`,
    })
    .from(crews)
    .orderBy(asc(crews.sort_order), asc(crews.name));
}

/** Null if there is no such visit, or its customer was erased. */
export async function readOpenVisit(ctx: StaffCtx, id: string): Promise<OpenVisit | null> {
  const row = await readBookingRow(ctx, and(eq(bookings.id, id), ne(bookings.address_line1, ERASED_STREET)));
  if (!row) return null;
  const { booking } = row;
  const [who = { customer: null, phone: null }] = await ctx.db
    .select({ customer: customerName, phone: customerPhone })
    .from(bookings)
    .where(eq(bookings.id, id));
  const { date, time, date_in_words, ...view } = viewOf(row);
  return {
    id,
    date,
    time,
    crew_id: booking.crew_id,
    sequence: booking.calendar_sequence,
    number: view.number,
    status: view.status,
    attention: booking.needs_attention,
    service: view.service,
    when: `${date_in_words}, ${time}`,
    duration: view.duration,
    address: view.address,
    ...who,
    email: view.customer_email,
    notes: booking.notes,
    why_not: whyStaffCannotMove(booking, ctx.now),
    slots: await readSlotsOfDay(ctx, {
      date,
      minutes: minutesOf(booking),
      booking_id: id,
      town: booking.city,
      zip: booking.zip_code,
    }),
  };
}

export type HandOver = { moved: number; left: number };

/**
 * Moves a crew's visits to free crews at the same time: all upcoming ones, or those outside its hours and days off.
 * Skips visits that have moved meanwhile. Null if there is no such crew.
 */
export async function handOver(
  ctx: StaffCtx,
  { crew_id, which }: { crew_id: string; which: "all" | "in the way" },
): Promise<HandOver | null> {
  const crew = await readCrew(ctx, crew_id);
  if (!crew) return null;
  const visits = crew.visits.filter(({ in_the_way }) => which === "all" || in_the_way !== null);
  let moved = 0;
  for (const { id, date, time, sequence } of visits) {
    const outcome = await moveByStaff(ctx, { id, date, time, sequence, crew_id: null, avoid: crew_id });
    if (outcome.ok) moved += 1;
  }
  return { moved, left: visits.length - moved };
}
