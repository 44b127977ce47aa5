import { lockOrder } from "~/features/payments/orders/queries.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

export type AskOutcome =
  | { ok: true; to: string }
  | { ok: false; reason: "not found" | "nothing due"; message: string };

/** Emails the customer the link to pay what is due of an order, after their credit has paid what it can. */
export function askForPayment(ctx: StaffCtx, { order_id }: { order_id: string }): Promise<AskOutcome> {
  return ctx.db.transaction(async (tx): Promise<AskOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    const { order, booking } = found;
    const refuse = (message: string) => ({ ok: false, reason: "nothing due", message }) as const;
    if (order.due === 0) return refuse("Nothing is due on this order.");
    const amount = order.due - (await spendCredit(tx, ctx, order_id));
    if (amount === 0) return refuse("The customer's credit has just paid for it. Nothing is due any more.");
    if (!booking.customer_email) return refuse("This customer has no email address.");
    if (!(await ctx.payments.current()))
      return refuse("No payment provider is set up, so cards can't be taken.");
    await recordAudit(tx, ctx, {
      action: "order.pay_link_sent",
      entity: "order",
      entity_id: order_id,
      details: {
        ...(order.plan_id ? { plan: order.plan_id } : { booking: order.booking_id }),
        amount,
      },
    });
    await ctx.jobs.enqueue(tx, "pay-link-mail", { order_id, at: ctx.now.epochMilliseconds });
    return { ok: true, to: booking.customer_email };
  });
}
