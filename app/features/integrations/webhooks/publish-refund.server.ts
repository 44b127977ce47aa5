import { eq } from "drizzle-orm";
import { orders, refunds } from "~/db/schema/payments";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import { publishEvent } from "./publish.server";

/** Tells that money went back; call it once a refund is completed. */
export function publishRefundEvent(tx: Database, ctx: Pick<Ctx, "jobs" | "now">, id: string): Promise<void> {
  return publishEvent(tx, ctx, "payment.refunded", id, async () => {
    const [row] = await tx
      .select({ refund: refunds, order: orders })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(eq(refunds.id, id));
    if (!row) return null;
    const { refund, order } = row;
    return {
      refund_id: refund.id,
      order_id: order.id,
      booking_id: order.booking_id,
      plan_id: order.plan_id,
      amount: refund.amount,
      paid: order.amount,
      currency: order.currency,
    };
  });
}
