import { eq } from "drizzle-orm";
import { charges, orders } from "~/db/schema/payments";
import { storeCharge } from "~/features/payments/orders/charges.server";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { OFFICE_PROVIDER, type OfficeMethod, officeProvider } from "~/features/payments/orders/rules";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { decidePayment, type PaymentWish, whyNotPayable } from "./rules";

export type PaymentOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" | "not payable" | "invalid"; message: string };

type Payment = PaymentWish & { order_id: string; method: OfficeMethod; token?: string };

/**
 * Records a payment in cash, by check or by card: all that is due, or a part of it. Refused if nothing is due. `token` comes
 * with the form: sent twice, it is one payment.
 */
export function recordPayment(
  ctx: StaffCtx,
  { order_id, method, token, ...wish }: Payment,
): Promise<PaymentOutcome> {
  return ctx.db.transaction(async (tx): Promise<PaymentOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    if (token && (await tx.$count(charges, eq(charges.form_id, token))) > 0) return { ok: true };
    const message = whyNotPayable(found);
    if (message) return { ok: false, reason: "not payable", message };
    const { order } = found;
    const decision = decidePayment(order, wish);
    if (!decision.ok) return { ok: false, reason: "invalid", message: decision.message };
    const { amount, settles } = decision;
    const provider = officeProvider(method);
    const after = settles
      ? { status: "completed" as const, provider, completed_at: order.completed_at ?? ctx.now }
      : { status: "pending" as const, provider: OFFICE_PROVIDER };
    if (order.status !== "completed")
      await tx
        .update(orders)
        .set({ ...after, updated_at: ctx.now })
        .where(eq(orders.id, order.id));
    await storeCharge(tx, ctx, {
      ...{ order_id, purpose: "office", amount, currency: order.currency, provider },
      ...{ taken_by: ctx.actor.id, form_id: token },
    });
    const { status } = order.status === "completed" ? order : after;
    await recordAudit(tx, ctx, {
      action: "order.paid",
      entity: "order",
      entity_id: order.id,
      details: {
        booking: order.booking_id,
        amount,
        method,
        before: { status: order.status, provider: order.provider },
        after: { status, provider },
      },
    });
    if (!settles) return { ok: true };
    await ctx.jobs.enqueue(tx, "payment-notice-mail", { order_id: order.id });
    if (order.booking_id) await ctx.jobs.enqueue(tx, "receipt-mail", { booking_id: order.booking_id });
    return { ok: true };
  });
}
