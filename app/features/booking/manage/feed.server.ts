import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { orders } from "~/db/schema/payments";
import type { CalendarVisit } from "~/features/booking/emails/calendar.server";
import { bookingColumns, viewOf } from "~/features/booking/queries.server";
import type { Ctx } from "~/platform/context.server";
import { shownToCustomer } from "./queries.server";

/** How far a calendar feed looks back. */
const DAYS_BACK = 90;

/** The visits in a customer's calendar feed, from 90 days back on. No hold is promised. */
export async function readFeedVisits(
  { db, now }: Pick<Ctx, "db" | "now">,
  user_id: string,
): Promise<CalendarVisit[]> {
  const rows = await db
    .select(bookingColumns)
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(
      and(
        eq(bookings.user_id, user_id),
        gte(bookings.starts_at, now.subtract({ hours: DAYS_BACK * 24 })),
        isNull(bookings.hold_expires_at),
        isNull(bookings.needs_attention),
        shownToCustomer,
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
  return rows.map(viewOf);
}
