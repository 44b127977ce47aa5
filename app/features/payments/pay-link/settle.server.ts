import { and, eq, isNull } from "drizzle-orm";
import { withReason } from "~/db/attention";
import { bookings } from "~/db/schema/bookings";
import { charges, orders } from "~/db/schema/payments";
import { keepCard } from "~/features/payments/orders/card.server";
import { addLines, TIP_LABEL } from "~/features/payments/orders/lines.server";
import { lockOrder } from "~/features/payments/orders/queries.server";
import { formatDiffers } from "~/features/payments/orders/rules";
import { giveBack } from "~/features/payments/orders/store.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession, SessionStatus } from "~/platform/outside/payment-gateway";
import { decideCharge } from "./pay-link";

/**
 * Brings the charge of a pay link's checkout to the state that its provider reports, once. False if the session is not one of
 * ours.
 */
export async function settleCharge(ctx: Ctx, session: CheckoutSession): Promise<boolean> {
  const [seen] = await ctx.db
    .select({ id: charges.id, order_id: charges.order_id })
    .from(charges)
    .where(eq(charges.payment_session_id, session.id));
  if (!seen) return false;
  await ctx.db.transaction((tx) => settle(tx, ctx, seen, session));
  return true;
}

/** Closes a pay link's checkout at its provider and settles its final state: `paid` if the customer was faster. */
export async function closeCharge(ctx: Ctx, sessionId: string): Promise<SessionStatus | null> {
  const session = await ctx.payments.expireSession(sessionId);
  if (session) await settleCharge(ctx, session);
  return session?.status ?? null;
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;
type Charge = typeof charges.$inferSelect;

async function settle(
  tx: Database,
  ctx: Ctx,
  { id, order_id }: { id: string; order_id: string },
  session: CheckoutSession,
): Promise<void> {
  const found = await lockOrder(tx, order_id);
  const [charge] = await tx.select().from(charges).where(eq(charges.id, id)).for("update");
  if (!found || !charge) return;
  const { order, booking } = found;
  const isGone = order.booking_id !== null && booking.status === "cancelled";
  const decision = decideCharge({
    charge,
    order: { owed: order.status === "failed" ? 0 : order.amount - order.charged + order.returned },
    tip: isGone ? 0 : charge.tip, // all of the tip goes back (decision 071)
    session: {
      status: session.status,
      amount: session.amount,
      same_currency: session.currency.toUpperCase() === charge.currency.toUpperCase(),
    },
  });
  if (session.status === "processing")
    await tx
      .update(charges)
      .set({ processing_at: ctx.now })
      .where(and(eq(charges.id, id), isNull(charges.processing_at)));
  if (decision.do === "fail")
    await tx
      .update(charges)
      .set({ status: "failed", session_closed_at: ctx.now, updated_at: ctx.now })
      .where(eq(charges.id, id));
  if (decision.do === "complete") {
    const payment_id = session.payment_id ?? session.id;
    await completeCharge(tx, ctx, found, charge, {
      ...{ payment_id, back: decision.back, method: "pay_link" },
      tip_back: isGone ? charge.tip : undefined,
    });
    const { card } = session;
    if (card && order.consent)
      await keepCard(tx, ctx, { order_id, booking_id: found.booking.id, provider: charge.provider, card });
  }
  if (decision.do === "flag") await flag(tx, ctx, found, charge, session);
}

type Paid = { payment_id: string; back: number; tip_back?: number; method: "pay_link" | "saved_card" };

/**
 * Completes a charge of a locked order: stores the money, and the tip as a line. `back`: cents that were paid twice and go back at
 * once, with `tip_back` of them of the tip; by default what the price does not cover.
 */
export async function completeCharge(
  tx: Database,
  ctx: Ctx,
  { order }: Locked,
  charge: Charge,
  { payment_id, back, tip_back, method }: Paid,
): Promise<void> {
  const dated = { completed_at: ctx.now, session_closed_at: ctx.now, updated_at: ctx.now };
  await tx
    .update(charges)
    .set({ status: "completed", payment_id, ...dated })
    .where(eq(charges.id, charge.id));
  if (charge.tip > 0)
    await addLines(tx, ctx, order.id, [{ kind: "tip", label: TIP_LABEL, amount: charge.tip }]);
  const settles = order.status === "pending" && charge.amount - charge.tip >= order.due;
  if (settles)
    await tx
      .update(orders)
      .set({ status: "completed", provider: charge.provider, completed_at: ctx.now, updated_at: ctx.now })
      .where(eq(orders.id, order.id));
  await recordAudit(tx, ctx, {
    action: "order.paid",
    entity: "order",
    entity_id: order.id,
    details: {
      ...(order.plan_id ? { plan: order.plan_id } : { booking: order.booking_id }),
      ...{ amount: charge.amount, tip: charge.tip, method },
    },
  });
  const refund = {
    order_id: order.id,
    amount: back,
    tip: tip_back,
    reason: tip_back && tip_back === back ? "Tip of a cancelled visit" : "Paid twice",
    idempotency_key: `twice:${charge.id}`,
  };
  if (back > 0) await giveBack(tx, ctx, refund);
  await ctx.jobs.enqueue(tx, "charge-notice-mail", { charge_id: charge.id });
  await ctx.jobs.enqueue(tx, "charge-receipt-mail", { charge_id: charge.id });
}

/** Another amount came than was asked for: staff decide. In another currency, only the provider can give it back. */
async function flag(
  tx: Database,
  ctx: Ctx,
  { order }: Locked,
  charge: Charge,
  session: CheckoutSession,
): Promise<void> {
  const is_refundable =
    session.amount > 0 && session.currency.toUpperCase() === charge.currency.toUpperCase();
  const taken = {
    ...{ status: "completed" as const, completed_at: ctx.now, amount: session.amount, tip: 0 },
    payment_id: session.payment_id ?? session.id,
  };
  await tx
    .update(charges)
    .set({
      ...(is_refundable ? taken : { status: "failed" as const }),
      ...{ session_closed_at: ctx.now, updated_at: ctx.now },
    })
    .where(eq(charges.id, charge.id));
  const line = formatDiffers(session, charge);
  if (order.plan_id) return flagForAttention(tx, ctx, order.plan_id, line);
  if (order.booking_id)
    await tx
      .update(bookings)
      .set({ needs_attention: withReason(bookings.needs_attention, line), updated_at: ctx.now })
      .where(eq(bookings.id, order.booking_id));
}
