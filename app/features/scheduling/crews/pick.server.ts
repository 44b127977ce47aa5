import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { rangeText } from "~/db/schema/columns";
import { closures, crews, holidays } from "~/db/schema/crews";
import { crew_hours, crew_time_off, storm_days } from "~/db/schema/office";
import { readSettings } from "~/features/operations/settings/queries.server";
import { roadsOf } from "~/features/scheduling/roads/queries.server";
import { blocker, chooseCrew, driveMinutes, type Roads, type Stop } from "~/features/scheduling/roads/rules";
import { dayName, formatDate, formatTime, weekdayOf } from "~/lib/dates";
import {
  type Database,
  executePrepared,
  type Given,
  lockUntilCommit,
} from "~/platform/database/database.server";
import { type CrewHours, whyNotAtWork } from "./working";

export type Visit = {
  /** Company time. */
  date: string;
  time: Temporal.PlainTime;
  /** When it is over, company time without the travel: "2026-11-24T11:00:00". */
  ends: string;
  /** Its town: a storm day may close only some. */
  town?: string;
  /** Its ZIP code, which crews drive to. */
  zip: string;
  /** The visit and the travel after it. */
  blocked: { start: Temporal.Instant; end: Temporal.Instant };
  /** The booking to move: it doesn't block itself, and keeps its crew if it can. */
  moved?: { id: string; crew_id: string | null };
};

/** Staff may ask for `only` this crew, `avoid` it, or keep a visit in a closed slot (`closed_too`). */
export type Wishes = { only?: string | null; avoid?: Given | SQL; closed_too?: boolean };

/** Locks a day (company time) on which this transaction gives out crews. */
export function lockDay(tx: Database, date: string): Promise<void> {
  return lockUntilCommit(tx, dayLock(date));
}

/** The locks of several days, each once, in the order in which every transaction takes them. */
export function dayLocks(dates: readonly string[]): string[] {
  return [...new Set(dates)].sort().map(dayLock);
}

export function dayLock(date: string): string {
  return `day:${date}`;
}

/**
 * The active crew that is at work, free for the whole visit and able to drive to it and from it in time: the moved visit's
 * own, else who has the least added driving, else who has the fewest hours on that day; null when there is none or the slot
 * is closed. It stays at work until the transaction ends. Call it under `lockDay`; the exclusion constraint catches whoever
 * doesn't, but for the driving.
 */
export async function pickCrew(tx: Database, visit: Visit, wishes: Wishes = {}): Promise<string | null> {
  const roads = roadsOf(await readSettings({ db: tx }));
  if (roads) return pickByRoads(tx, visit, wishes, roads);
  const { rows } = await executePrepared<{ id: string }>(tx, crewFor(valuesOf(visit), wishes));
  return rows[0]?.id ?? null;
}

/**
 * The active crews that could make each of these visits at its own time, other than its own crew, by the visit's id: the one
 * with the fewest hours on that day first. The same rules, but for closed slots. Locks nothing: for a list to choose from.
 */
export async function readFreeCrews(
  db: Database,
  visits: readonly (Visit & { moved: { id: string } })[],
): Promise<Map<string, { id: string; name: string }[]>> {
  if (visits.length === 0) return new Map();
  const roads = roadsOf(await readSettings({ db }));
  const asked = {
    ...{ date: sql`asked.date`, time: sql`asked.time`, ends: sql`asked.ends` },
    ...{ town: sql`asked.town`, blocked: sql`asked.blocked` },
    moved: { id: sql`asked.id`, crew_id: sql`asked.crew_id` },
  };
  const rows = JSON.stringify(
    visits.map(({ moved, ...visit }) => ({ ...valuesOf(visit), id: moved.id, crew_id: moved.crew_id })),
  );
  const { rows: found } = await db.execute<{
    visit: string;
    id: string;
    name: string;
    stops: StoredStop[];
  }>(sql`
    select asked.id as visit, free.*
    from json_to_recordset(${rows}::json) as asked (
      id uuid, date date, time time, ends timestamp, town text, blocked tstzrange, crew_id uuid)
    cross join lateral (
      select ${crews.id}, ${crews.name}, ${roads ? stopsOf(asked) : sql`'[]'::json`} as stops
      ${ableCrews(asked, { avoid: sql`asked.crew_id`, closed_too: true })}) as free`);
  const byId = new Map(visits.map((visit) => [visit.moved.id, visit]));
  const free = found.filter(({ visit, stops }) => {
    const one = byId.get(visit);
    return !roads || !one || !blocker(stops.map(toStop), { range: one.blocked, zip: one.zip }, roads);
  });
  return Map.groupBy(free, ({ visit }) => visit);
}

async function pickByRoads(tx: Database, visit: Visit, wishes: Wishes, roads: Roads): Promise<string | null> {
  const asked = valuesOf(visit);
  const { rows } = await executePrepared<{ id: string; stops: StoredStop[] }>(
    tx,
    sql`select ${crews.id}, ${stopsOf(asked)} as stops ${ableCrews(asked, wishes)}`,
  );
  const candidates = rows.map(({ id, stops }) => ({
    id,
    stops: stops.map(toStop),
    day: stops.filter(([, , , today]) => today).map(toStop),
  }));
  const stop = { range: visit.blocked, zip: visit.zip };
  const id = chooseCrew(candidates, stop, roads, visit.moved?.crew_id);
  if (!id) return null;
  const locked = await tx
    .select({ id: crews.id })
    .from(crews)
    .where(and(eq(crews.id, id), crews.is_active))
    .for("share");
  return locked.length > 0 ? id : pickByRoads(tx, visit, wishes, roads);
}

/** Epoch seconds, ZIP code, and whether it is on the visit's day. */
type StoredStop = [start: number, end: number, zip: string, today: boolean];

function toStop([start, end, zip]: StoredStop): Stop {
  return {
    range: { start: { epochMilliseconds: start * 1000 }, end: { epochMilliseconds: end * 1000 } },
    zip,
  };
}

/** The other visits of a crew from a day before to a day after, as JSON. */
function stopsOf(visit: Asked): SQL {
  return sql`(
    select coalesce(json_agg(json_build_array(
      extract(epoch from lower(${bookings.blocked}))::float8, extract(epoch from upper(${bookings.blocked}))::float8,
      ${bookings.zip_code}, ${bookings.scheduled_date} = ${visit.date}) order by ${bookings.starts_at}), '[]')
    from ${bookings}
    where ${bookings.crew_id} = ${crews.id} and ${bookings.status} <> 'cancelled' and ${isOther(visit)}
      and ${bookings.starts_at} between lower(${visit.blocked}::tstzrange) - interval '1 day'
        and upper(${visit.blocked}::tstzrange) + interval '1 day')`;
}

/** A visit as the database takes it. */
type Asked = Record<"date" | "time" | "ends" | "town" | "blocked", Given | SQL> & {
  moved?: { id: Given | SQL; crew_id: Given | SQL | null };
};

export function valuesOf({ date, time, ends, town = "", blocked, moved }: Visit) {
  return { date, time: time.toString(), ends, town, blocked: rangeText(blocked), moved };
}

/** `pickCrew` as a part of another statement. */
export function crewFor(visit: Asked, wishes: Wishes = {}): SQL {
  return sql`select ${crews.id} ${ableCrews(visit, wishes)} limit 1 for share of ${crews}`;
}

/** From the crews that are at work and free, the preferred first. */
function ableCrews(visit: Asked, wishes: Wishes): SQL {
  const { date, moved } = visit;
  return sql`
    from ${crews}
    where ${crews.is_active}
      ${wishes.only ? sql`and ${crews.id} = ${wishes.only}` : sql``}
      ${wishes.avoid ? sql`and ${crews.id} is distinct from ${wishes.avoid}` : sql``}
      ${wishes.closed_too ? sql`` : sql`and not exists (${closureOf(visit)})`}
      and not exists (
        select from ${bookings}
        where ${bookings.crew_id} = ${crews.id} and ${bookings.status} <> 'cancelled' and ${isOther(visit)}
          and ${bookings.blocked} && ${visit.blocked}::tstzrange)
      and ${isAtWork(visit)}
    order by ${crews.id} = ${moved?.crew_id ?? null}::uuid desc nulls last, (
      select coalesce(sum(${bookings.duration_hours}), 0) from ${bookings}
      where ${bookings.crew_id} = ${crews.id} and ${bookings.scheduled_date} = ${date}
        and ${bookings.status} <> 'cancelled' and ${isOther(visit)}
    ), ${crews.sort_order}`;
}

/** The rule of working.ts, in SQL. */
function isAtWork({ date, time, ends }: Asked): SQL {
  return sql`not exists (
      select from ${crew_time_off}
      where ${crew_time_off.crew_id} = ${crews.id}
        and ${date} between ${crew_time_off.first_day} and ${crew_time_off.last_day})
    and (
      not exists (select from ${crew_hours} where ${crew_hours.crew_id} = ${crews.id})
      or exists (
        select from ${crew_hours}
        where ${crew_hours.crew_id} = ${crews.id} and ${crew_hours.weekday} = extract(dow from ${date}::date)
          and ${crew_hours.starts} <= ${time}::time
          and ${ends}::timestamp <= ${date}::date + ${crew_hours.ends}))`;
}

function closureOf({ date, time, town }: Asked): SQL {
  return sql`select 1 from ${closures}
    where ${closures.date} = ${date} and (${closures.time} is null or ${closures.time} = ${time})
    union all select 1 from ${holidays} where ${holidays.date} = ${date}
    union all select 1 from ${storm_days} where ${storm_days.date} = ${date} and ${isStormyIn(town)}`;
}

/** For a query of `storm_days`: whether a storm day closes this town. */
export function isStormyIn(town: Given | SQL): SQL | undefined {
  return and(isNull(storm_days.opened_at), sql`lower(${town}) = any(${storm_days.towns})`);
}

function isOther({ moved }: Asked): SQL {
  return moved ? sql`${bookings.id} <> ${moved.id}` : sql`true`;
}

/** Why a crew can't make a visit, for staff; null when there is no such crew. */
export async function whyNotCrew(tx: Database, crewId: string, visit: Visit): Promise<string | null> {
  const [crew] = await tx
    .select({ name: crews.name, is_active: crews.is_active })
    .from(crews)
    .where(eq(crews.id, crewId));
  if (!crew) return null;
  const { name } = crew;
  if (!crew.is_active) return `${name} is inactive.`;
  const [hours, time_off] = await Promise.all([
    tx.select().from(crew_hours).where(eq(crew_hours.crew_id, crewId)),
    tx.select().from(crew_time_off).where(eq(crew_time_off.crew_id, crewId)),
  ]);
  const local = { ...visit, starts: visit.time.toString({ smallestUnit: "second" }) };
  switch (whyNotAtWork(crewId, { hours, time_off }, local)) {
    case "time off":
      return `${name} is off on ${formatDate(visit.date)}.`;
    case "not that day":
      return `${name} doesn't work on ${dayName(weekdayOf(visit.date))}s.`;
    case "not all of it":
      return `${name} works ${formatShift(hours, visit.date)} on ${dayName(weekdayOf(visit.date))}s; this visit is from ${formatTime(local.starts)} to ${formatTime(visit.ends.slice(11))}.`;
    default:
      return `${name} ${(await otherVisit(tx, crewId, visit)) ?? (await tooFar(tx, crewId, visit)) ?? "isn't free at that time."}`;
  }
}

function formatShift(hours: readonly CrewHours[], date: string): string {
  const shift = hours.find(({ weekday }) => weekday === weekdayOf(date));
  return shift ? `${formatTime(shift.starts)} to ${formatTime(shift.ends)}` : "";
}

async function otherVisit(tx: Database, crewId: string, { blocked, moved }: Visit): Promise<string | null> {
  const [other] = await tx
    .select({ service: services.title, time: bookings.scheduled_time, date: bookings.scheduled_date })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(
      and(
        eq(bookings.crew_id, crewId),
        ne(bookings.status, "cancelled"),
        moved && ne(bookings.id, moved.id),
        sql`${bookings.blocked} && ${rangeText(blocked)}::tstzrange`,
      ),
    )
    .orderBy(bookings.starts_at)
    .limit(1);
  if (!other) return null;
  return `has another visit at that time: ${other.service} on ${formatDate(other.date)} at ${formatTime(other.time)}, plus travel time.`;
}

/** Why a crew can't drive to a visit, or from it to its next one, in time; null when it can. */
async function tooFar(tx: Database, crewId: string, visit: Visit): Promise<string | null> {
  const roads = roadsOf(await readSettings({ db: tx }));
  if (!roads) return null;
  const { rows } = await executePrepared<{ stops: StoredStop[] }>(
    tx,
    sql`select ${stopsOf(valuesOf(visit))} as stops from ${crews} where ${crews.id} = ${crewId}`,
  );
  const stops = (rows[0]?.stops ?? []).map(toStop);
  const far = blocker(stops, { range: visit.blocked, zip: visit.zip }, roads);
  if (!far) return null;
  const minutes = driveMinutes(roads, far.zip, visit.zip);
  return `has another visit in ${far.zip}, ${minutes} minutes' drive from ${visit.zip}: too far to make both.`;
}
