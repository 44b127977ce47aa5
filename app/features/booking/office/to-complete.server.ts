import { and, eq, isNull, lte } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";

/** Visits that are over, and that nobody has marked as completed. `today` narrows the search down: company time. */
export function visitsToComplete(now: Temporal.Instant, today: string) {
  return and(
    eq(bookings.status, "confirmed"),
    lte(bookings.scheduled_date, today),
    lte(bookings.ends_at, now),
    isNull(bookings.needs_attention),
  );
}
