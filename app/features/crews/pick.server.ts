import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { closures, crews } from "~/db/schema/crews";
import { type Database, lockUntilCommit } from "~/platform/database.server";

export type Visit = {
  /** Company time. */
  date: string;
  time: Temporal.PlainTime;
  /** The visit and the travel after it. */
  blocked: { start: Temporal.Instant; end: Temporal.Instant };
  /** A booking that is to be moved: it is not in its own way, and stays with its crew where it can. */
  moved?: { id: string; crew_id: string | null };
};

/** Lets the transactions that give out crews on this day (company time) in one by one. */
export function lockDay(tx: Database, date: string): Promise<void> {
  return lockUntilCommit(tx, `day:${date}`);
}

/**
 * The active crew that is free for the whole visit: the moved visit's own, else who has the fewest hours on that day;
 * null when all are busy or the slot is closed. Call it under `lockDay`; the exclusion constraint catches whoever doesn't.
 */
export async function pickCrew(tx: Database, { date, time, blocked, moved }: Visit): Promise<string | null> {
  const isOther = moved ? sql`${bookings.id} <> ${moved.id}` : sql`true`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select ${crews.id} from ${crews}
    where ${crews.is_active}
      and not exists (
        select from ${bookings}
        where ${bookings.crew_id} = ${crews.id} and ${bookings.status} <> 'cancelled' and ${isOther}
          and ${bookings.blocked} && ${`[${blocked.start},${blocked.end})`}::tstzrange)
      and not exists (
        select from ${closures}
        where ${closures.date} = ${date} and (${closures.time} is null or ${closures.time} = ${time.toString()}))
    order by ${crews.id} = ${moved?.crew_id ?? null}::uuid desc nulls last, (
      select coalesce(sum(${bookings.duration_hours}), 0) from ${bookings}
      where ${bookings.crew_id} = ${crews.id} and ${bookings.scheduled_date} = ${date}
        and ${bookings.status} <> 'cancelled' and ${isOther}
    ), ${crews.sort_order}
    limit 1`);
  return rows[0]?.id ?? null;
}
