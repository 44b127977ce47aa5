import { asc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { isUuid } from "~/lib/ids";
import type { Database } from "~/platform/database.server";

type Subject = { booking_id: string | null; plan_id: string | null };

/** Locks what an order is about. Every verb takes the booking or plan first, and its order after. */
export async function lockSubject(tx: Database, { booking_id, plan_id }: Subject): Promise<void> {
  if (plan_id) await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, plan_id)).for("update");
  if (booking_id)
    await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, booking_id)).for("update");
}

/**
 * An order with its booking (of a plan: its first visit) and refunds, as they stand once nobody else is changing them.
 * Undefined when there is none with this id.
 */
export async function lockOrder(tx: Database, orderId: string) {
  if (!isUuid(orderId)) return undefined;
  const [seen] = await tx
    .select({ booking_id: orders.booking_id, plan_id: orders.plan_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!seen) return undefined;
  await lockSubject(tx, seen);
  const [found] = await tx
    .select({ order: orders, booking: bookings })
    .from(orders)
    .innerJoin(bookings, visitOfOrder)
    .where(eq(orders.id, orderId))
    .for("update");
  if (!found) return undefined;
  const given = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.order_id, orderId))
    .orderBy(asc(refunds.created_at));
  return { ...found, given };
}
