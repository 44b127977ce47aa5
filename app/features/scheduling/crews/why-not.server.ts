import { and, eq, ne, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { rangeText } from "~/db/schema/columns";
import { crews } from "~/db/schema/crews";
import { crew_hours, crew_time_off } from "~/db/schema/office";
import { dayName, formatDate, formatTime, weekdayOf } from "~/lib/dates";
import type { Database } from "~/platform/database.server";
import type { Visit } from "./pick.server";
import { type CrewHours, whyNotAtWork } from "./working";

/** What keeps a crew from a visit, in words for staff; null when there is no such crew. */
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
      return `${name} ${(await otherVisit(tx, crewId, visit)) ?? "isn't free at that time."}`;
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
