import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { isFeeDue } from "~/features/booking/fee";
import { chargeLater } from "~/features/payments/orders/card.server";
import { closePayLink } from "~/features/payments/orders/charges.server";
import { addLines } from "~/features/payments/orders/lines.server";
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
    if (order.status === "completed") {
      const line = {
        kind: "discount" as const,
        label: "Fee waived",
        amount: -order.due,
        author_id: ctx.actor.id,
      };
      await addLines(tx, ctx, order.id, [line]);
    } else {
      await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
      await closePayLink(tx, ctx, order.id);
    }
    await chargeLater(tx, order.id);
    await recordAudit(tx, ctx, {
      action: "order.waived",
      entity: "order",
      entity_id: order.id,
      details: {
        booking: order.booking_id,
        amount: order.status === "completed" ? order.due : order.amount,
        before: { status: order.status },
        after: { status: order.status === "completed" ? "completed" : "failed" },
      },
    });
    return { ok: true };
  });
}
