import { createHash } from "node:crypto";
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { storm_days, storm_offers } from "~/db/schema/office";
import { ERASED_STREET } from "~/features/booking/booking";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readPlan } from "~/features/scheduling/availability/availability.server";
import { companyHours, lastBookableDate } from "~/features/scheduling/availability/opening-hours";
import {
  type Busy,
  blockedRange,
  isSlotTime,
  type Schedule,
  slotRange,
  startTimesOf,
} from "~/features/scheduling/availability/slots";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { Ctx } from "~/platform/context.server";
import { type Proposal, proposePlaces, type StormyTowns } from "./storm-day";

/** Days after the storm that may be proposed. */
const DAYS_AHEAD = 28;

export type StormWish = { date: string; towns: readonly string[] };

type StormVisit = {
  id: string;
  /** "#1042". */
  number: string;
  customer: string | null;
  email: string | null;
  phone: string | null;
  service: string;
  town: string;
  time: string;
  minutes: number;
  proposal: Proposal | null;
};

/** `seen`: a key of the preview that staff confirm. */
export type StormPlan = { visits: StormVisit[]; seen: string };

/** Reads the visits that a storm affects and that have no offer yet, each with a proposal. */
export async function planStorm(ctx: Pick<Ctx, "db" | "now">, wish: StormWish): Promise<StormPlan> {
  const rows = await readAffected(ctx, wish);
  const proposals = rows.length > 0 ? await propose(ctx, wish.date, rows) : new Map<string, null>();
  const visits = rows.map(({ starts_at, ends_at, crew_id, start_times, zip, ...row }) => ({
    ...row,
    proposal: proposals.get(row.id) ?? null,
  }));
  const said = visits.map(({ id, proposal }) => [id, proposal?.date, proposal?.time]);
  const seen = createHash("sha256").update(JSON.stringify([wish.date, wish.towns, said]));
  return { visits, seen: seen.digest("base64url").slice(0, 22) };
}

/** How many visits of a day in these towns have no offer. */
export function countAffected(ctx: Pick<Ctx, "db" | "now">, wish: StormWish): Promise<number> {
  return ctx.db.$count(bookings, isAffected(ctx, wish));
}

/** How many bookings there wait for their payment or for the office. */
export function countUnconfirmed({ db, now }: Pick<Ctx, "db" | "now">, { date, towns }: StormWish) {
  const held = or(isNull(bookings.hold_expires_at), gt(bookings.hold_expires_at, now));
  const there = and(eq(bookings.scheduled_date, date), inTowns(towns));
  return db.$count(bookings, and(there, eq(bookings.status, "pending"), held));
}

function inTowns(towns: readonly string[]): SQL | undefined {
  return towns.length > 0 ? inArray(sql`lower(${bookings.city})`, [...towns]) : undefined;
}

/** The towns of a day's visits as they are written there, with how many there are. */
export async function readTowns(ctx: Pick<Ctx, "db" | "now">, date: string) {
  return ctx.db
    .select({
      town: sql<string>`lower(${bookings.city})`,
      visits: sql<number>`count(*)::int`,
    })
    .from(bookings)
    .where(isAffected(ctx, { date, towns: [] }))
    .groupBy(sql`lower(${bookings.city})`)
    .orderBy(sql`lower(${bookings.city})`);
}

function isAffected({ db, now }: Pick<Ctx, "db" | "now">, { date, towns }: StormWish): SQL | undefined {
  const asked = db
    .select({ id: storm_offers.id })
    .from(storm_offers)
    .where(and(eq(storm_offers.booking_id, bookings.id), eq(storm_offers.status, "open")));
  return and(
    eq(bookings.status, "confirmed"),
    eq(bookings.scheduled_date, date),
    gt(bookings.starts_at, now),
    ne(bookings.address_line1, ERASED_STREET),
    inTowns(towns),
    not(exists(asked)),
  );
}

async function readAffected(ctx: Pick<Ctx, "db" | "now">, wish: StormWish) {
  const rows = await ctx.db
    .select({
      id: bookings.id,
      number: bookings.number,
      customer: bookings.customer_name,
      email: bookings.customer_email,
      phone: bookings.customer_phone,
      service: services.title,
      start_times: services.start_times,
      town: bookings.city,
      zip: bookings.zip_code,
      time: bookings.scheduled_time,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      crew_id: bookings.crew_id,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(isAffected(ctx, wish))
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
  return rows.map((row) => ({
    ...row,
    number: formatNumber(row.number),
    time: formatTime(row.time),
    minutes: minutesOf(row),
  }));
}

type Affected = Awaited<ReturnType<typeof readAffected>>[number];

async function propose(ctx: Pick<Ctx, "db" | "now">, date: string, rows: Affected[]) {
  const settings = await readSettings(ctx);
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const horizon = lastBookableDate(today, companyHours(settings));
  const days = daysAfter(date).filter((day) => day <= horizon);
  const [first = date, last = date] = [days[0], days.at(-1)];
  const plan = await readPlan(ctx, { first, last });
  const stormy = await readStormyTowns(ctx, first, last);
  const promised = await readPromised(ctx, first, plan);
  const visits = rows.map(({ start_times, ...row }) => {
    return { ...row, town: row.town.toLowerCase(), startTimes: startTimesOf(start_times) };
  });
  return proposePlaces(visits, { ...plan, busy: [...plan.busy, ...promised], days, stormy });
}

/** The days that may be proposed instead of this one. */
export function daysAfter(date: string): string[] {
  return Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(date, index + 1));
}

function readStormyTowns({ db }: Pick<Ctx, "db">, first: string, last: string): Promise<StormyTowns[]> {
  return db
    .select({ date: storm_days.date, towns: storm_days.towns })
    .from(storm_days)
    .where(and(isNull(storm_days.opened_at), sql`${storm_days.date} between ${first} and ${last}`));
}

/** Open proposals to others: they are not held, but not proposed twice. */
async function readPromised(
  { db }: Pick<Ctx, "db">,
  first: string,
  { zone, bufferMinutes }: Pick<Schedule, "zone" | "bufferMinutes">,
): Promise<Busy[]> {
  const rows = await db
    .select({
      date: storm_offers.proposed_date,
      time: storm_offers.proposed_time,
      crew_id: storm_offers.proposed_crew_id,
      starts_at: bookings.starts_at,
      ends_at: bookings.ends_at,
      zip: bookings.zip_code,
    })
    .from(storm_offers)
    .innerJoin(bookings, eq(bookings.id, storm_offers.booking_id))
    .where(
      and(
        eq(storm_offers.status, "open"),
        isNotNull(storm_offers.proposed_crew_id),
        sql`${storm_offers.proposed_date} >= ${first}`,
      ),
    );
  return rows.flatMap(({ date, time, crew_id, zip, ...visit }) => {
    const slot = time && formatTime(time);
    if (!date || !slot || !crew_id || !isSlotTime(slot)) return [];
    const range = blockedRange(slotRange(date, slot, minutesOf(visit), zone), bufferMinutes);
    return [{ crew_id, range, zip }];
  });
}
