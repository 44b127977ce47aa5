import { asc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { visitOfOrder } from "~/features/booking/of-order.server";
import { isUuid } from "~/lib/ids";
import type { Database } from "~/platform/database.server";

/**
 * An order with its booking (of a plan: its first visit) and refunds, as they stand once nobody else is changing them.
 * Undefined when there is none with this id.
 */
export async function lockOrder(tx: Database, orderId: string) {
  if (!isUuid(orderId)) return undefined;
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
