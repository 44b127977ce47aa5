import { isDisputed, lockOrder } from "~/features/payments/orders/queries.server";
import { giveBack } from "~/features/payments/orders/store.server";
import type { Ctx } from "~/platform/context.server";

/** `sequence`: the booking's, which the cancellation gave it. */
type Cancelled = { order_id: string; sequence: number };

/**
 * Gives back the tip of a visit that staff cancelled without a refund, once nobody can undo that any more. Nothing if the visit has
 * changed since, or while the bank decides a dispute.
 */
export async function returnTip(ctx: Ctx, { order_id, sequence }: Cancelled): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const found = await lockOrder(tx, order_id);
    const amount = found?.order.tips ?? 0;
    if (!found || amount <= 0) return;
    const { status, calendar_sequence } = found.booking;
    if (status !== "cancelled" || calendar_sequence !== sequence) return;
    if (await isDisputed({ db: tx }, order_id)) return;
    const idempotency_key = `tip:${order_id}:${sequence}`;
    await giveBack(tx, ctx, {
      order_id,
      amount,
      tip: amount,
      reason: "Tip of a cancelled visit",
      idempotency_key,
    });
  });
}
