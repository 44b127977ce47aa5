import { eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

export type SpendCreditOutcome =
  | { ok: true; amount: Cents; currency: string }
  | { ok: false; reason: "not found" | "nothing used"; message: string };

/** Pays what is due of an order with its customer's credit, and lets the order use credit from now on. */
export function spendCreditByStaff(
  ctx: StaffCtx,
  { order_id }: { order_id: string },
): Promise<SpendCreditOutcome> {
  return ctx.db.transaction(async (tx): Promise<SpendCreditOutcome> => {
    const found = await lockOrder(tx, order_id);
    if (!found) return { ok: false, reason: "not found", message: "This order no longer exists." };
    const { order } = found;
    await tx.update(orders).set({ uses_credit: true, updated_at: ctx.now }).where(eq(orders.id, order_id));
    const amount = await spendCredit(tx, ctx, order_id);
    if (amount === 0) {
      const { uses_credit } = order;
      await tx.update(orders).set({ uses_credit }).where(eq(orders.id, order_id));
      const message = "Nothing is due, the customer has no credit, or a card is paying for it right now.";
      return { ok: false, reason: "nothing used", message };
    }
    await recordAudit(tx, ctx, {
      action: "order.credit_used",
      entity: "order",
      entity_id: order_id,
      details: { ...(order.plan_id ? { plan: order.plan_id } : { booking: order.booking_id }), amount },
    });
    return { ok: true, amount, currency: order.currency };
  });
}
