import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import type { Database } from "~/platform/database/database.server";

/** A visit as it tells when its series comes. `date` and `time` ("HH:MM") are in company time. */
export type SeriesVisit = {
  id: string;
  series_id: string;
  date: string;
  time: string;
  minutes: number;
  crew_id: string | null;
  status: "pending" | "confirmed" | "completed" | "cancelled";
};

/** The newest visits of a series that tell its rhythm. */
const TELLING = 30;

/** `visits`: those that take place; if there are none, those that were cancelled, and `cancelled` is empty. */
type VisitsOf = { visits: SeriesVisit[]; cancelled: SeriesVisit[] };

/** The newest visits of each series by day, the oldest first. */
export async function readVisitsOf(
  db: Database,
  ids: readonly string[],
): Promise<(series_id: string) => VisitsOf> {
  if (ids.length === 0) return () => ({ visits: [], cancelled: [] });
  const newest = (which: ReturnType<typeof sql>) => sql`
    select visit.* from unnest(${sql.param(ids)}::uuid[]) asked (id) cross join lateral (
      select one.id, one.series_id, one.scheduled_date::text as date, to_char(one.scheduled_time, 'HH24:MI') as time,
        round(one.duration_hours * 60)::integer as minutes, one.crew_id, one.status, one.starts_at
      from ${bookings} one where one.series_id = asked.id and ${which}
      order by one.scheduled_date desc, one.starts_at desc limit ${TELLING}) visit`;
  const { rows } = await db.execute<SeriesVisit>(sql`
    select id, series_id, date, time, minutes, crew_id, status
    from (${newest(sql`one.status <> 'cancelled'`)} union all ${newest(sql`one.status = 'cancelled'`)}) found
    order by date, starts_at, id`);
  const bySeries = Map.groupBy(rows, ({ series_id }) => series_id);
  return (id) => {
    const all = bySeries.get(id) ?? [];
    const cancelled = all.filter(({ status }) => status === "cancelled");
    if (cancelled.length === all.length) return { visits: all, cancelled: [] };
    return { visits: all.filter(({ status }) => status !== "cancelled"), cancelled };
  };
}
