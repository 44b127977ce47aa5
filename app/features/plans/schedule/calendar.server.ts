import { and, asc, eq, gt, inArray } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { calendarFile } from "~/features/booking/emails/calendar.server";
import { viewOf } from "~/features/booking/queries.server";
import type { PlanView, PlanVisit } from "~/features/plans/change/view";
import { emailPlace } from "~/lib/email-words";
import type { Ctx } from "~/platform/context.server";
import { isReleased } from "./visits.server";

/** The visits that will take place. */
export function comingOf({ upcoming }: Pick<PlanView, "upcoming">): PlanVisit[] {
  return upcoming.filter(({ status, needs_attention }) => status === "confirmed" && !needs_attention);
}

/** Reads released visits to come, so that calendars drop them. */
export function readReleased(
  { db, now }: Pick<Ctx, "db" | "now">,
  planId: string,
): Promise<{ id: string }[]> {
  return db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.plan_id, planId),
        isReleased,
        gt(bookings.starts_at, now),
        gt(bookings.calendar_sequence, 0),
      ),
    );
}

/** Returns a calendar file of these visits. The method CANCEL removes them from a calendar. */
export async function planCalendar(
  { db }: Pick<Ctx, "db">,
  organizer: { company_name: string; contact_email: string },
  visits: readonly { id: string }[],
  method: "PUBLISH" | "CANCEL" = "PUBLISH",
): Promise<string> {
  const ids = visits.map(({ id }) => id);
  const rows = await db
    .select({ booking: bookings, service: services.title })
    .from(bookings)
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(inArray(bookings.id, ids))
    .orderBy(asc(bookings.starts_at));
  return calendarFile(
    rows.map((row) => {
      const visit = viewOf({ ...row, order: null });
      return { ...visit, address: emailPlace(visit.address) };
    }),
    organizer,
    { method },
  );
}
