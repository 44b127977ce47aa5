import { and, isNull, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { rangeText } from "~/db/schema/columns";
import { closures, crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off, storm_days } from "~/db/schema/office";
import { type Database, executePrepared, type Given, lockUntilCommit } from "~/platform/database.server";

export type Visit = {
  /** Company time. */
  date: string;
  time: Temporal.PlainTime;
  /** When it is over, company time without the travel: "2026-11-24T11:00:00". */
  ends: string;
  /** Where it is: a storm may close one town of a day. */
  town?: string;
  /** The visit and the travel after it. */
  blocked: { start: Temporal.Instant; end: Temporal.Instant };
  /** A booking that is to be moved: it is not in its own way, and stays with its crew where it can. */
  moved?: { id: string; crew_id: string | null };
};

/** What staff may ask for: this crew and no other, any but this one, or a visit that stays in a slot that was closed. */
export type Wishes = { only?: string | null; avoid?: string; closed_too?: boolean };

/** Lets the transactions that give out crews on this day (company time) in one by one. */
export function lockDay(tx: Database, date: string): Promise<void> {
  return lockUntilCommit(tx, dayLock(date));
}

export function dayLock(date: string): string {
  return `day:${date}`;
}

/**
 * The active crew that is at work and free for the whole visit: the moved visit's own, else who has the fewest hours on
 * that day; null when there is none or the slot is closed. It stays at work until the transaction ends. Call it under
 * `lockDay`; the exclusion constraint catches whoever doesn't.
 */
export async function pickCrew(tx: Database, visit: Visit, wishes: Wishes = {}): Promise<string | null> {
  const { rows } = await executePrepared<{ id: string }>(tx, crewFor(valuesOf(visit), wishes));
  return rows[0]?.id ?? null;
}

/** A visit as the database takes it. */
type Asked = Record<"date" | "time" | "ends" | "town" | "blocked", Given> & Pick<Visit, "moved">;

export function valuesOf({ date, time, ends, town = "", blocked, moved }: Visit) {
  return { date, time: time.toString(), ends, town, blocked: rangeText(blocked), moved };
}

/** `pickCrew` as a part of another statement. */
export function crewFor(visit: Asked, wishes: Wishes = {}): SQL {
  const { date, moved } = visit;
  return sql`
    select ${crews.id} from ${crews}
    where ${crews.is_active}
      ${wishes.only ? sql`and ${crews.id} = ${wishes.only}` : sql``}
      ${wishes.avoid ? sql`and ${crews.id} <> ${wishes.avoid}` : sql``}
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
    ), ${crews.sort_order}
    limit 1
    for share of ${crews}`;
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
    union all select 1 from ${storm_days} where ${storm_days.date} = ${date} and ${isStormyIn(town)}`;
}

/** For a query of `storm_days`: whether nothing can be booked in this town because of one that closes only some. */
export function isStormyIn(town: Given): SQL | undefined {
  return and(isNull(storm_days.opened_at), sql`lower(${town}) = any(${storm_days.towns})`);
}

function isOther({ moved }: Asked): SQL {
  return moved ? sql`${bookings.id} <> ${moved.id}` : sql`true`;
}
