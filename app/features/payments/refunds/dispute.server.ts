import { and, eq, inArray, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { disputes, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { publishRefundEvent } from "~/features/integrations/webhooks/publish.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatProvider } from "~/features/payments/office/rules";
import { lockSubject } from "~/features/payments/orders/queries.server";
import { keepTipWithin } from "~/features/payments/orders/store.server";
import { companyToday } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Dispute } from "~/platform/outside/payment-gateway";
import {
  type DisputeState,
  formatDisputed,
  formatInquiry,
  formatLost,
  nextOfDispute,
  stateOfDispute,
  withDispute,
  withoutDispute,
} from "./rules";
import { orderOfPayment } from "./settle.server";

/**
 * Brings a dispute to the state that its provider reports, once. An open one is flagged, and blocks refunds once the bank
 * has withdrawn the money; a lost one is stored as a refund. False if the payment is not one of ours.
 */
export async function settleDispute(ctx: Ctx, disputeId: string): Promise<boolean> {
  const told = await ctx.payments.readDispute(disputeId);
  return told !== null && takeInDispute(ctx, told);
}

export async function takeInDispute(ctx: Ctx, told: Dispute): Promise<boolean> {
  const order = await orderOfPayment(ctx.db, told.payment_id);
  if (!order) return false;
  const zone = (await readSettings(ctx))["general.timezone"];
  await ctx.db.transaction((tx) => settle(tx, ctx, order, told, zone));
  return true;
}

type Order = NonNullable<Awaited<ReturnType<typeof orderOfPayment>>>;

async function settle(tx: Database, ctx: Ctx, order: Order, told: Dispute, zone: string) {
  await lockSubject(tx, order);
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, order.id)).for("update");
  const [known] = await tx.select().from(disputes).where(eq(disputes.id, told.id));
  if (!nextOfDispute(known ?? null, told)) return;
  const { payment_id: _, ...dispute } = told;
  const { status, withdrawn, amount, evidence_due_at } = told;
  const state = stateOfDispute(told);
  const closed_at = status === "open" ? null : ctx.now;
  const change = { status, withdrawn, closed_at, amount, evidence_due_at, updated_at: ctx.now };
  await tx
    .insert(disputes)
    .values({ ...dispute, ...change, order_id: order.id, created_at: ctx.now })
    .onConflictDoUpdate({ target: disputes.id, set: change });
  if (status === "lost") await takeBack(tx, ctx, order, told);
  await flag(tx, ctx, order, { ...told, refunded: await refundedBefore(tx, order, told) }, zone);
  await recordAudit(tx, ctx, {
    action: ACTIONS[state],
    entity: "order",
    entity_id: order.id,
    details: { booking: order.booking_id, dispute: told.id, amount: told.amount, reason: told.reason },
  });
  await ctx.jobs.enqueue(tx, "dispute-notice-mail", { dispute_id: told.id, state });
}

const ACTIONS: Record<DisputeState, string> = {
  inquiry: "order.inquiry_opened",
  "inquiry closed": "order.inquiry_closed",
  open: "order.disputed",
  won: "order.dispute_won",
  lost: "order.dispute_lost",
};

/** The amount refunded or pending before the bank withdrew money. */
async function refundedBefore(tx: Database, { id: order_id }: Order, { id }: Dispute): Promise<number> {
  const given = await tx
    .select({ amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, order_id),
        inArray(refunds.status, ["pending", "completed"]),
        ne(refunds.idempotency_key, `dispute:${id}`),
      ),
    );
  return given.reduce((sum, { amount }) => sum + amount, 0);
}

type Flagging = Dispute & { refunded: number };

/** Stores a lost dispute as a refund, so that all totals agree. */
async function takeBack(tx: Database, ctx: Ctx, { id: order_id, charge_id }: Order, { id, amount }: Dispute) {
  const { now } = ctx;
  const dated = { completed_at: now, created_at: now, updated_at: now };
  const [row] = await tx
    .insert(refunds)
    .values({
      ...dated,
      order_id,
      charge_id,
      amount,
      reason: "Dispute lost",
      status: "completed",
      idempotency_key: `dispute:${id}`,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  if (!row) return;
  await keepTipWithin(tx, ctx, order_id);
  await publishRefundEvent(tx, ctx, row.id);
}

/** Flags the booking or plan, or removes the flag. */
async function flag(tx: Database, ctx: Ctx, order: Order, dispute: Flagging, zone: string): Promise<void> {
  if (order.plan_id) return flagPlan(tx, ctx, { ...order, plan_id: order.plan_id }, dispute, zone);
  if (!order.booking_id) return;
  const [booking] = await tx
    .select({
      needs_attention: bookings.needs_attention,
      status: bookings.status,
      starts_at: bookings.starts_at,
    })
    .from(bookings)
    .where(eq(bookings.id, order.booking_id))
    .for("update");
  if (!booking) return;
  const needs_attention = reasonFor(booking, order, dispute, { now: ctx.now, zone });
  if (needs_attention === booking.needs_attention) return;
  await tx
    .update(bookings)
    .set({ needs_attention, updated_at: ctx.now })
    .where(eq(bookings.id, order.booking_id));
}

async function flagPlan(
  tx: Database,
  ctx: Ctx,
  order: Order & { plan_id: string },
  dispute: Flagging,
  zone: string,
): Promise<void> {
  const [plan] = await tx
    .select({ needs_attention: plans.needs_attention, status: plans.status })
    .from(plans)
    .where(eq(plans.id, order.plan_id))
    .for("update");
  if (!plan) return;
  const runs = plan.status === "ended" ? "cancelled" : plan.status;
  const still = { ...plan, status: runs, starts_at: ctx.now.add({ hours: 1 }) }; // it goes on unless it has ended
  const needs_attention = reasonFor(still, order, dispute, { now: ctx.now, zone });
  if (needs_attention === plan.needs_attention) return;
  await tx.update(plans).set({ needs_attention, updated_at: ctx.now }).where(eq(plans.id, order.plan_id));
}

type Flagged = { needs_attention: string | null; status: string; starts_at: Temporal.Instant };

function reasonFor(
  booking: Flagged,
  { provider }: Order,
  { amount, currency, status, withdrawn, evidence_due_at, refunded }: Flagging,
  { now, zone }: { now: Temporal.Instant; zone: string },
): string | null {
  const money = { amount, currency };
  if (status === "open") {
    const due = evidence_due_at && companyToday(evidence_due_at, zone);
    const asked = { ...money, provider: formatProvider(provider), due };
    const line = withdrawn ? formatDisputed({ ...asked, refunded }) : formatInquiry(asked);
    return withDispute(booking.needs_attention, line);
  }
  const rest = withoutDispute(booking.needs_attention);
  const ahead = booking.status !== "cancelled" && Temporal.Instant.compare(booking.starts_at, now) > 0;
  return status === "lost" && ahead ? withDispute(rest, formatLost(money)) : rest;
}
