import { and, asc, count, eq, gt, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import { customerName } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { type CrewTimes, whyNotAtWork } from "./working";

/** A visit that a crew still has to make; `in_the_way`: what its times say against it. */
export type VisitAhead = {
  id: string;
  date: string;
  time: string;
  ends: string;
  service: string;
  customer: string | null;
  city: string;
  /** Grows when it is moved. */
  sequence: number;
  in_the_way: "time off" | "hours" | null;
};

const SHOWN = 100;

type Reading = Pick<Ctx, "db" | "now">;

export async function countAhead({ db, now }: Reading, crewId: string): Promise<number> {
  const [row] = await db
    .select({ visits: count() })
    .from(bookings)
    .where(and(eq(bookings.crew_id, crewId), isAhead(now)));
  return row?.visits ?? 0;
}

/** The next visits of a crew, at most a hundred. `zone` is the company's. */
export async function readAhead(
  { db, now }: Reading,
  crewId: string,
  times: CrewTimes,
  zone: string,
): Promise<VisitAhead[]> {
  const rows = await db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      starts: bookings.scheduled_time,
      ends_at: bookings.ends_at,
      service: services.title,
      customer: customerName,
      city: bookings.city,
      sequence: bookings.calendar_sequence,
    })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(and(eq(bookings.crew_id, crewId), isAhead(now)))
    .orderBy(asc(bookings.starts_at))
    .limit(SHOWN);
  return rows.map(({ starts, ends_at, ...visit }) => {
    const ends = ends_at.toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "second" });
    const why = whyNotAtWork(crewId, times, { date: visit.date, starts, ends });
    return {
      ...visit,
      time: formatTime(starts),
      ends: formatTime(ends.slice(11)),
      in_the_way: why === null || why === "time off" ? why : "hours",
    };
  });
}

/** Not over yet, and neither cancelled nor a hold that ran out. */
export function isAhead(now: Temporal.Instant): SQL | undefined {
  return and(
    inArray(bookings.status, ["pending", "confirmed"]),
    gt(bookings.ends_at, now),
    or(ne(bookings.status, "pending"), isNull(bookings.hold_expires_at), gt(bookings.hold_expires_at, now)),
  );
}
