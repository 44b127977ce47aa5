import { and, eq, or, type SQL } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { disputes, orders, refunds } from "~/db/schema/payments";
import { isUuid } from "~/lib/ids";
import type { Ctx } from "~/platform/context.server";
import { twiceKey } from "./rules";

/** Joins orders with the visit that they are about: their own, or the first one of their plan. */
export const visitOfOrder: SQL | undefined = or(
  eq(bookings.id, orders.booking_id),
  and(eq(bookings.plan_id, orders.plan_id), eq(bookings.plan_visit, 1)),
);

/** Whether the bank has withdrawn an order's payment, and not decided yet. An inquiry has withdrawn nothing. */
export async function isDisputed({ db }: Pick<Ctx, "db">, orderId: string): Promise<boolean> {
  const open = and(eq(disputes.order_id, orderId), eq(disputes.status, "open"), disputes.withdrawn);
  return (await db.$count(disputes, open)) > 0;
}

/** The checkout session of an order; null when there is none. */
export async function sessionOfOrder({ db }: Ctx, orderId: string): Promise<string | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({ session_id: orders.payment_session_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  return order?.session_id ?? null;
}

/** Whether a checkout paid for something that its customer had paid for already, so that its money went back. */
export async function isSessionPaidTwice({ db }: Pick<Ctx, "db">, sessionId: string): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  return (
    order !== undefined && (await db.$count(refunds, eq(refunds.idempotency_key, twiceKey(order.id)))) > 0
  );
}
