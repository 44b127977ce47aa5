import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { rangeText } from "~/db/schema/columns";
import { import_rows } from "~/db/schema/imports";
import type { Clash } from "~/features/moving/rules";
import { closedFor } from "~/features/scheduling/availability/clash";
import { formatNumber } from "~/lib/number";
import type { Database } from "~/platform/database/database.server";
import type { Company } from "./queries.server";

/** A visit that would be laid into the calendar. */
export type Laid = {
  line: number;
  crew_id: string | null;
  /** Our visit that it is: it is not in its own way. */
  booking_id: string | null;
  date: string;
  time: string;
  range: { start: Temporal.Instant; end: Temporal.Instant };
  blocked: { start: Temporal.Instant; end: Temporal.Instant };
};
export type Found = { clash: Clash; words: string };

/** What is in the way of visits that are to be laid, by line. Other rows of the file: those before it. */
export async function findClashes(
  tx: Database,
  run_id: string,
  company: Company,
  laid: Laid[],
): Promise<Map<number, Found>> {
  const busy = await readBusy(tx, run_id, company.now, laid);
  const clashes = new Map<number, Found>();
  const taken = new Map<string, Laid[]>();
  for (const visit of laid) {
    const own = taken.get(visit.crew_id ?? "") ?? [];
    const other = visit.crew_id ? own.find((one) => overlaps(one, visit)) : undefined;
    const words = busy.get(visit.line) ?? (other && `Its crew has the visit of line ${other.line} then.`);
    const found: Found | null = words ? { clash: "busy", words } : closedFor(visit, company);
    if (found) clashes.set(visit.line, found);
    else taken.set(visit.crew_id ?? "", [...own, visit]);
  }
  return clashes;
}

const overlaps = (one: Laid, other: Laid) =>
  Temporal.Instant.compare(one.blocked.start, other.blocked.end) < 0 &&
  Temporal.Instant.compare(other.blocked.start, one.blocked.end) < 0;

/** Our visits and holds, and earlier rows of the file, that have the crew at that time. */
async function readBusy(tx: Database, run_id: string, now: Temporal.Instant, laid: Laid[]) {
  const asked = laid.flatMap(({ line, crew_id, booking_id, blocked }) =>
    crew_id ? [{ line, crew_id, booking_id, blocked: rangeText(blocked) }] : [],
  );
  if (asked.length === 0) return new Map<number, string>();
  const { rows } = await tx.execute<{
    line: number;
    number: number | null;
    title: string | null;
    other: number | null;
  }>(sql`
    select asked.line, mine.number, mine.title, earlier.line as other
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (line integer, crew_id uuid, booking_id uuid, blocked tstzrange)
    left join lateral (
      select ${bookings.number}, ${services.title} from ${bookings}
        join ${services} on ${services.id} = ${bookings.service_id}
      where ${bookings.crew_id} = asked.crew_id and ${bookings.blocked} && asked.blocked
        and ${bookings.status} <> 'cancelled' and ${bookings.id} is distinct from asked.booking_id
        and (${bookings.status} <> 'pending' or ${bookings.hold_expires_at} is null
          or ${bookings.hold_expires_at} > ${now.toString()}::timestamptz)
      limit 1) mine on true
    left join lateral (
      select before.line from ${import_rows} before
      where before.run_id = ${run_id} and before.crew_id = asked.crew_id and before.blocked && asked.blocked
        and before.line < asked.line and before.clash is null and before.done_at is null
      limit 1) earlier on mine.number is null
    where mine.number is not null or earlier.line is not null`);
  return new Map(
    rows.map(({ line, number, title, other }) => [
      line,
      number === null
        ? `Its crew has the visit of line ${other} then.`
        : `Its crew has ${title} ${formatNumber(number)} then.`,
    ]),
  );
}
