import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { isFeeDue } from "~/features/booking/fee";
import { closePayLink } from "~/features/payments/orders/charges.server";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { PaymentOutcome } from "./record-payment.server";

/** Gives up the fee of a late cancellation or a no-show that is due. Refused if it is paid or waived already. */
export function waiveFee(ctx: StaffCtx, { order_id }: { order_id: string }): Promise<PaymentOutcome> {
  return ctx.db.transaction(async (tx): Promise<PaymentOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    const { order, booking } = found;
    if (!isFeeDue(booking, order))
      return { ok: false, reason: "not payable", message: "No fee is due on this order." };
    await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
    await closePayLink(tx, ctx, order.id);
    await recordAudit(tx, ctx, {
      action: "order.waived",
      entity: "order",
      entity_id: order.id,
      details: {
        booking: order.booking_id,
        amount: order.amount,
        before: { status: "pending" },
        after: { status: "failed" },
      },
    });
    return { ok: true };
  });
}
