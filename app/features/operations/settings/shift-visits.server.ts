import { gt, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/**
 * Keeps the local date and hour of upcoming visits when the company's time zone changes to `zone`. Returns the number of
 * changed visits. Durations don't change. No emails are sent and no calendar sequence is increased, because local date and
 * hour stay the same. Throws an exclusion violation if a crew would get overlapping visits.
 */
export async function reAnchorVisits(tx: Database, { now }: StaffCtx, zone: string): Promise<number> {
  await tx.execute(sql`lock table ${bookings} in share row exclusive mode`);
  const times = await tx
    .selectDistinct({ date: bookings.scheduled_date, time: bookings.scheduled_time })
    .from(bookings)
    .where(gt(bookings.starts_at, now));
  if (times.length === 0) return 0;
  const rows = times.map(({ date, time }) => ({
    date,
    time,
    starts: Temporal.PlainDateTime.from(`${date}T${time}`)
      .toZonedDateTime(zone, { disambiguation: "compatible" })
      .toInstant()
      .toString(),
  }));
  // The exclusion constraint checks each row on its own, so crews are removed before the rows are shifted.
  await tx.execute(sql`create temporary table re_anchored on commit drop as
    select b.id, b.crew_id, a.starts - b.starts_at as shift
    from ${bookings} b
    join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (date date, time time, starts timestamptz)
      on a.date = b.scheduled_date and a.time = b.scheduled_time
    where b.starts_at > ${now.toString()} and a.starts <> b.starts_at`);
  const { rowCount } = await tx.execute(sql`update ${bookings} set
      crew_id = null, starts_at = starts_at + shift, ends_at = ends_at + shift,
      blocked = tstzrange(lower(blocked) + shift, upper(blocked) + shift), updated_at = ${now.toString()}
    from re_anchored r where r.id = bookings.id`);
  await tx.execute(
    sql`update ${bookings} set crew_id = r.crew_id from re_anchored r where r.id = bookings.id`,
  );
  return rowCount ?? 0;
}
