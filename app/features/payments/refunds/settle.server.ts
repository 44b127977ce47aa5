// Rooms: a refund changes what is left of a visit (booking), flags a plan (plans), is told to partners
// (integrations), by the settings (operations).
import { and, eq, gt, inArray, ne, or } from "drizzle-orm";
import { withReason } from "~/db/attention";
import { bookings } from "~/db/schema/bookings";
import { charges, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { leftOf } from "~/features/booking/cancellation";
import { moneyOf } from "~/features/booking/manage/queries.server";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatProvider } from "~/features/payments/office/rules";
import { lockSubject } from "~/features/payments/orders/queries.server";
import { formatRefunded, withoutRefunded } from "~/features/payments/orders/rules";
import { keepTipWithin } from "~/features/payments/orders/store.server";
import { isNewsToCustomer, nextOfRefund, refundMail } from "~/features/payments/refunds/rules";
import { flagForAttention } from "~/features/plans/attention.server";
import { companyToday } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { KnownRefund, Refund } from "~/platform/outside/payment-gateway";

type Which = { id: string; order_id: string };

/** Brings a refund to the state that its provider reports, once. */
export function settleRefundRow(ctx: Ctx, which: Which, told: Refund): Promise<void> {
  return ctx.db.transaction((tx) => settle(tx, ctx, which, told));
}

/**
 * Stores a refund as its provider has it; one from the provider's dashboard becomes a row. False if the payment is not one
 * of ours.
 */
export async function settleRefund(ctx: Ctx, known: KnownRefund): Promise<boolean> {
  const order = await orderOfPayment(ctx.db, known.payment_id);
  if (!order) return false;
  await ctx.db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const ours = await findRow(tx, order.id, known);
    if (ours) return settle(tx, ctx, { id: ours.id, order_id: order.id }, known.refund);
    await adopt(tx, ctx, order, known);
  });
  return true;
}

/** The order of a provider's payment id, with the charge, if that is stored. */
export async function orderOfPayment(db: Database, paymentId: string) {
  const order = {
    id: orders.id,
    booking_id: orders.booking_id,
    plan_id: orders.plan_id,
    currency: orders.currency,
    provider: orders.provider,
    charge_id: charges.id,
  };
  const ofCharge = and(eq(charges.order_id, orders.id), eq(charges.payment_id, paymentId));
  const [charged] = await db.select(order).from(orders).innerJoin(charges, ofCharge);
  if (charged) return charged;
  const [found] = await db
    .select(order)
    .from(orders)
    .leftJoin(charges, ofCharge)
    .where(or(eq(orders.payment_id, paymentId), eq(orders.payment_session_id, paymentId)));
  return found;
}

type Order = NonNullable<Awaited<ReturnType<typeof orderOfPayment>>>;

async function lockOrder(tx: Database, orderId: string) {
  const [seen] = await tx
    .select({ booking_id: orders.booking_id, plan_id: orders.plan_id })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (seen) await lockSubject(tx, seen);
  const [order] = await tx
    .select({
      id: orders.id,
      booking_id: orders.booking_id,
      plan_id: orders.plan_id,
      currency: orders.currency,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
    .for("update");
  return order;
}

async function findRow(tx: Database, orderId: string, { refund, key }: KnownRefund) {
  const same = [
    refund.id === null ? undefined : eq(refunds.provider_refund_id, refund.id),
    key === null ? undefined : eq(refunds.idempotency_key, key),
  ];
  const [row] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.order_id, orderId), or(...same)));
  return row;
}

/** Stores a refund from the provider's dashboard; flags the order if nothing is left of it. A failed one moved no money. */
async function adopt(tx: Database, ctx: Ctx, order: Order, { refund, key, amount }: KnownRefund) {
  if (refund.id === null || refund.status === "failed" || refund.status === "cancelled") return;
  const idempotency_key = key ?? `provider:${refund.id}`;
  const [row] = await tx
    .insert(refunds)
    .values({
      order_id: order.id,
      charge_id: order.charge_id,
      amount,
      reason: `Refunded at ${formatProvider(order.provider)}`,
      status: refund.status,
      idempotency_key,
      provider_refund_id: refund.id,
      completed_at: refund.status === "completed" ? ctx.now : null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  if (!row) return;
  await keepTipWithin(tx, ctx, order.id);
  await record(tx, ctx, order, "booking.refunded_elsewhere", { refund: row.id, amount });
  await ctx.jobs.enqueue(tx, refundMail(order), { refund_id: row.id });
  if (refund.status === "completed") await publishRefundEvent(tx, ctx, row.id);
  await callForFullRefund(tx, ctx, { order_id: order.id, refund_id: row.id });
}

async function settle(tx: Database, ctx: Ctx, { id, order_id }: Which, told: Refund): Promise<void> {
  const order = await lockOrder(tx, order_id);
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id)).for("update");
  const status = refund && nextOfRefund(refund, told);
  if (!order || !refund || !status) return;
  const failed = told.status === "failed" || told.status === "cancelled" ? told.reason : null;
  await tx
    .update(refunds)
    .set({
      status,
      provider_refund_id: told.id ?? refund.provider_refund_id,
      error: failed,
      completed_at: status === "completed" ? ctx.now : null,
      updated_at: ctx.now,
    })
    .where(eq(refunds.id, id));
  const about = { refund: id, amount: refund.amount };
  if (failed !== null) {
    await record(tx, ctx, order, "booking.refund_failed", { ...about, reason: failed });
    return flagFailedRefund(tx, ctx, order, { ...refund, status }, failed);
  }
  if (status === "completed") {
    await record(tx, ctx, order, "booking.refunded", about);
    await publishRefundEvent(tx, ctx, id);
  }
  const isFirstNews = refund.provider_refund_id === null && isNewsToCustomer(refund.idempotency_key);
  if (isFirstNews) await ctx.jobs.enqueue(tx, refundMail(order), { refund_id: id });
}

type About = Pick<Order, "id" | "booking_id" | "plan_id" | "currency">;

function record(tx: Database, ctx: Ctx, order: About, action: string, details: Record<string, unknown>) {
  const entity = order.booking_id ? "booking" : "order";
  return recordAudit(tx, ctx, { action, entity, entity_id: order.booking_id ?? order.id, details });
}

async function flagFailedRefund(
  tx: Database,
  ctx: Ctx,
  { booking_id, plan_id, currency }: About,
  { id, amount, status }: { id: string; amount: number; status: string },
  reason: string,
) {
  await ctx.jobs.enqueue(tx, "refund-notice-mail", { refund_id: id });
  await withdrawFullRefund(tx, { booking_id, plan_id });
  const what = status === "cancelled" ? "was cancelled" : "failed";
  const line = `The refund of ${formatCents(amount, currency)} ${what}: ${reason}`;
  const changed = { updated_at: ctx.now };
  if (booking_id)
    await tx
      .update(bookings)
      .set({ ...changed, needs_attention: withReason(bookings.needs_attention, line) })
      .where(eq(bookings.id, booking_id));
  if (plan_id)
    await tx
      .update(plans)
      .set({ ...changed, needs_attention: withReason(plans.needs_attention, line) })
      .where(eq(plans.id, plan_id));
}

/**
 * Flags a future visit or a running plan whose order was refunded in full in the provider's dashboard. The order and its
 * subject are locked and the refund is stored.
 */
async function callForFullRefund(
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

/** A refund failed: removes the flag that said that everything was refunded. */
async function withdrawFullRefund(
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
