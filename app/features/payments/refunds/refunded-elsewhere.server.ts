import { and, eq, gt, inArray, ne } from "drizzle-orm";
import { withReason } from "~/db/attention";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { leftOf } from "~/features/booking/cancellation";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import { formatProvider } from "~/features/payments/office/payment";
import { formatRefunded, withoutRefunded } from "~/features/payments/orders/refunded-elsewhere";
import { flagForAttention } from "~/features/plans/charge/flag.server";
import { companyToday } from "~/features/scheduling/availability/slots";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/**
 * Calls staff when all that was paid for an order went back in the provider's own office: to a visit that is still ahead, or
 * a plan that goes on. The order and what it is about are locked; the refund stands in our books.
 */
export async function callForFullRefund(
  tx: Database,
  ctx: Ctx,
  { order_id, refund_id }: { order_id: string; refund_id: string },
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id));
  if (!order) return;
  const given = await tx.select().from(refunds).where(eq(refunds.order_id, order_id));
  const money = moneyOf({ needs_attention: null }, order, given);
  if (money.paid === 0 || leftOf(money) > 0) return;
  const { currency } = order;
  const back = { provider: formatProvider(order.provider), amount: money.paid, currency };
  if (order.booking_id) {
    const line = formatRefunded(back);
    const [called] = await tx
      .update(bookings)
      .set({ needs_attention: withReason(bookings.needs_attention, line), updated_at: ctx.now })
      .where(
        and(
          eq(bookings.id, order.booking_id),
          inArray(bookings.status, ["pending", "confirmed"]),
          gt(bookings.starts_at, ctx.now),
        ),
      )
      .returning({ id: bookings.id });
    if (called) await ctx.jobs.enqueue(tx, "refund-notice-mail", { refund_id });
  }
  if (order.plan_id) {
    const going = and(eq(plans.id, order.plan_id), ne(plans.status, "ended"));
    if ((await tx.$count(plans, going)) === 0) return;
    const zone = (await readSettings({ db: tx }))["general.timezone"];
    const charged = companyToday(order.completed_at ?? order.created_at, zone);
    await flagForAttention(tx, ctx, order.plan_id, formatRefunded({ ...back, charged }));
  }
}

/** A refund has failed: what was said of its booking or plan, that all had gone back, is true no more. */
export async function withdrawFullRefund(
  tx: Database,
  { booking_id, plan_id }: { booking_id: string | null; plan_id: string | null },
): Promise<void> {
  for (const [table, id] of [
    [bookings, booking_id],
    [plans, plan_id],
  ] as const) {
    if (!id) continue;
    const [known] = await tx.select({ reasons: table.needs_attention }).from(table).where(eq(table.id, id));
    const rest = withoutRefunded(known?.reasons ?? null);
    if (known && rest !== known.reasons)
      await tx.update(table).set({ needs_attention: rest }).where(eq(table.id, id));
  }
}
