import { and, eq, or, type SQL } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";

/** Joins orders with the visit that they are about: their own, or the first one of their plan. */
export const visitOfOrder: SQL | undefined = or(
  eq(bookings.id, orders.booking_id),
  and(eq(bookings.plan_id, orders.plan_id), eq(bookings.plan_visit, 1)),
);
