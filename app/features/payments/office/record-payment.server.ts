import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { type OfficeMethod, officeProvider } from "~/features/payments/orders/rules";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { whyNotPayable } from "./rules";

export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" | "not payable"; message: string };

/** Records a payment in cash, by check or by card. Refused if one is recorded already. */
export function recordPayment(
  ctx: StaffCtx,
  { order_id, method }: { order_id: string; method: OfficeMethod },
): Promise<PaymentOutcome> {
  return ctx.db.transaction(async (tx): Promise<PaymentOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    const message = whyNotPayable(found);
    if (message) return { ok: false, reason: "not payable", message };
    const { order } = found;
    const provider = officeProvider(method);
    await tx
      .update(orders)
      .set({ status: "completed", provider, completed_at: ctx.now, updated_at: ctx.now })
      .where(eq(orders.id, order.id));
    await recordAudit(tx, ctx, {
      action: "order.paid",
      entity: "order",
      entity_id: order.id,
      details: {
        booking: order.booking_id,
        amount: order.amount,
        method,
        before: { status: order.status, provider: order.provider },
        after: { status: "completed", provider },
      },
    });
    await ctx.jobs.enqueue(tx, "payment-notice-mail", { order_id: order.id });
    await ctx.jobs.enqueue(tx, "receipt-mail", { booking_id: order.booking_id });
    return { ok: true };
  });
}
