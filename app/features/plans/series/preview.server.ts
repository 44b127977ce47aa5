import { and, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { rangeText } from "~/db/schema/columns";
import { series } from "~/db/schema/series";
import { type Clash, closedFor } from "~/features/scheduling/availability/clash";
import { readWorkingTimes } from "~/features/scheduling/availability/queries.server";
import { blockedRange, type Range } from "~/features/scheduling/availability/slots";
import { addDays } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import { planStatus } from "./sell.server";
import { type Missing, MOST_DAYS_AHEAD, openDays, type SeriesFrequency, usualVisits } from "./series";
import { readVisitsOf, type SeriesVisit } from "./visits.server";

/** A visit that would be laid, as one that the series has had. `time`: "HH:MM", company time. */
export type NextVisit = {
  series_id: string;
  like: SeriesVisit;
  date: string;
  time: string;
  crew_id: string | null;
  range: Range;
  blocked: Range;
  clash: { clash: Clash; words: string } | null;
  /** Its day is behind others of the series: it is laid only if staff choose it. */
  missing: Missing | null;
};

/** Of series that may be laid on: they were neither ended nor sold. */
export const isLaidOn = sql<boolean>`${series.ended_at} is null and ${planStatus} is null`;

/**
 * The visits that series would have on days from tomorrow to a day in company time: after their last ones, and those that are missing
 * between, with what is in their way. Changes nothing.
 */
export async function readNextVisits(
  { db, now }: Pick<Ctx, "db" | "now">,
  { ids, until }: { ids: readonly string[]; until: string },
): Promise<NextVisit[]> {
  const company = await readWorkingTimes(db, now, MOST_DAYS_AHEAD);
  const { id, frequency } = series;
  const going = await db
    .select({ id, frequency })
    .from(series)
    .where(and(anyOf(series.id, [...ids]), isLaidOn));
  const visitsOf = await readVisitsOf(
    db,
    going.map(({ id }) => id),
  );
  const works = new Set(company.crews.flatMap(({ id, is_active }) => (is_active ? id : [])));
  const wanted = going.flatMap(({ id, frequency }) =>
    daysOf(frequency, visitsOf(id), company.today, until).map(({ date, like, missing }) => {
      const range = rangeOf(date, like, company.zone);
      const crew_id = like.crew_id && works.has(like.crew_id) ? like.crew_id : null;
      const { time } = like;
      return {
        series_id: id,
        like,
        date,
        time,
        missing,
        crew_id,
        range,
        blocked: blockedRange(range, company.buffer),
      };
    }),
  );
  wanted.sort((a, b) => a.date.localeCompare(b.date) || a.time.localeCompare(b.time));
  const busy = await readBusy(db, now, wanted);
  /** The visits of this preview by crew and day. */
  const taken = new Map<string, typeof wanted>();
  return wanted.map((visit, place): NextVisit => {
    const key = `${visit.crew_id} ${visit.date}`;
    const ofCrew = taken.get(key) ?? [];
    const isTaken = visit.crew_id !== null && ofCrew.some((one) => isInTheWay(one, visit));
    const words =
      busy.get(place) ?? (isTaken ? "Its crew has another visit of this preview then." : undefined);
    const clash = words ? { clash: "busy" as const, words } : closedFor(visit, company);
    if (!clash && !visit.missing) taken.set(key, [...ofCrew, visit]);
    return { ...visit, clash };
  });
}

/** Not before tomorrow, and not more than a year ahead. */
function daysOf(
  frequency: SeriesFrequency,
  { visits, cancelled }: { visits: SeriesVisit[]; cancelled: SeriesVisit[] },
  today: string,
  until: string,
) {
  const latest = addDays(today, MOST_DAYS_AHEAD);
  return openDays(usualVisits(visits, frequency), {
    ...{ frequency, visits, cancelled, after: today, until: until < latest ? until : latest },
  });
}

function rangeOf(date: string, { time, minutes }: SeriesVisit, zone: string): Range {
  const start = Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(zone, { disambiguation: "compatible" })
    .toInstant();
  return { start, end: start.add({ minutes }) };
}

type Wanted = Omit<NextVisit, "clash">;

const isInTheWay = (one: Wanted, other: Wanted) =>
  Temporal.Instant.compare(one.blocked.start, other.blocked.end) < 0 &&
  Temporal.Instant.compare(other.blocked.start, one.blocked.end) < 0;

/** The visits and holds that have the crew then, in words, by the place of the wanted visit. */
async function readBusy(db: Database, now: Temporal.Instant, wanted: readonly Wanted[]) {
  const asked = wanted.flatMap(({ crew_id, blocked }, place) =>
    crew_id ? [{ place, crew_id, blocked: rangeText(blocked) }] : [],
  );
  if (asked.length === 0) return new Map<number, string>();
  const { rows } = await db.execute<{ place: number; number: number; title: string }>(sql`
    select distinct on (asked.place) asked.place, ${bookings.number}, ${services.title}
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place integer, crew_id uuid, blocked tstzrange)
    join ${bookings} on ${bookings.crew_id} = asked.crew_id and ${bookings.blocked} && asked.blocked
      and ${bookings.status} <> 'cancelled'
      and (${bookings.status} <> 'pending' or ${bookings.hold_expires_at} is null
        or ${bookings.hold_expires_at} > ${now.toString()}::timestamptz)
    join ${services} on ${services.id} = ${bookings.service_id}
    order by asked.place, ${bookings.starts_at}`);
  return new Map(
    rows.map(({ place, number, title }) => [place, `Its crew has ${title} ${formatNumber(number)} then.`]),
  );
}
