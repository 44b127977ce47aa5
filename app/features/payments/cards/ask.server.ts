import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

import { agreementOf } from "./open.server";

export type AskCardOutcome =
  | { ok: true; to: string }
  | { ok: false; reason: "not found" | "not possible"; message: string };

/** Emails the customer the link to save a card, which is charged after the visit. */
export function askForCard(ctx: StaffCtx, { order_id }: { order_id: string }): Promise<AskCardOutcome> {
  return ctx.db.transaction(async (tx): Promise<AskCardOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    const { order, booking } = found;
    const refuse = (message: string) => ({ ok: false, reason: "not possible", message }) as const;
    if (order.due === 0 || !order.booking_id) return refuse("Nothing is due that a card could pay.");
    if (order.card_id) return refuse("This booking has a saved card already.");
    if (!booking.customer_email) return refuse("This customer has no email address.");
    if (!(await ctx.payments.current()))
      return refuse("No payment provider is set up, so cards can't be taken.");
    const agreed = await agreementOf(tx, order_id);
    if (!agreed) return refuse("The amount is too small for a card.");
    const { consent, card_limit } = agreed;
    await tx.update(orders).set({ consent, card_limit }).where(eq(orders.id, order_id));
    await recordAudit(tx, ctx, {
      action: "order.card_asked",
      entity: "order",
      entity_id: order_id,
      details: { booking: order.booking_id },
    });
    await ctx.jobs.enqueue(tx, "card-link-mail", { order_id, at: ctx.now.epochMilliseconds });
    return { ok: true, to: booking.customer_email };
  });
}
