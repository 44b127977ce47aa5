import { asc, eq, inArray } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { calendarFile } from "~/features/booking/calendar.server";
import { viewOf } from "~/features/booking/reads.server";
import type { Ctx } from "~/platform/context.server";
import type { PlanView, PlanVisit } from "./reads.server";

/** The visits that will take place as far as is known. */
export function comingOf({ upcoming }: Pick<PlanView, "upcoming">): PlanVisit[] {
  return upcoming.filter(({ status, needs_attention }) => status === "confirmed" && !needs_attention);
}

/** One calendar file with all these visits. */
export async function planCalendar(
  { db }: Pick<Ctx, "db">,
  organizer: { company_name: string; contact_email: string },
  visits: readonly { id: string }[],
): Promise<string> {
  const ids = visits.map(({ id }) => id);
  const rows = await db
    .select({ booking: bookings, service: services.title })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(inArray(bookings.id, ids))
    .orderBy(asc(bookings.starts_at));
  return calendarFile(
    rows.map((row) => viewOf({ ...row, order: null })),
    organizer,
  );
}
