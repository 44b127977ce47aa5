// Rooms: a plan's first payment completes its order (payments), releases others (booking), gives it its
// customer (customers), and partners hear of it (integrations).
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releasePlans } from "~/features/booking/release.server";
import { customerOfAccount, linkCustomer } from "~/features/customers/records/link.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { formatSum } from "~/features/payments/orders/rules";
import { completeOrder, customerOf, storeOtherAmount } from "~/features/payments/orders/store.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { syncSubscription } from "~/features/plans/change/end.server";
import { dayOf } from "~/features/plans/change/rules";
import { visitsOf } from "~/features/plans/charge/attention.server";
import type { LockedPlan } from "~/features/plans/lock.server";
import { extendSchedule } from "~/features/plans/schedule/extend.server";
import { giveWayAgain } from "~/features/plans/series/sell.server";
import { formatDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";

/** A plan and the order of its checkout, both locked. */
export type PaidPlan = LockedPlan & { order: typeof orders.$inferSelect };

type Period = { start: Temporal.Instant; end: Temporal.Instant };

/** The month that a session paid for, as the provider has it. */
export async function readPeriod({ payments, now }: Ctx, session: CheckoutSession): Promise<Period> {
  const { invoice_id, subscription_id } = session;
  const invoice = invoice_id === null ? null : await payments.readInvoice(invoice_id);
  if (invoice) return { start: invoice.period_start, end: invoice.period_end };
  const subscription = subscription_id === null ? null : await payments.readSubscription(subscription_id);
  if (subscription) return { start: subscription.period_start, end: subscription.period_end };
  return { start: now, end: now.toZonedDateTimeISO("UTC").add({ months: 1 }).toInstant() };
}

/** Starts a plan whose first month is paid, also one whose visits were released. The customer gets an email. */
export async function startPlan(
  tx: Database,
  ctx: Ctx,
  { plan, at, order }: PaidPlan,
  session: CheckoutSession,
  period: Period,
): Promise<void> {
  const again = plan.status !== "pending";
  await completeOrder(tx, ctx, order, session);
  const [started] = await tx
    .update(plans)
    .set({
      ...customerOf(session),
      status: "active",
      subscription_id: session.subscription_id,
      billing_anchor: period.start,
      period_start: period.start,
      period_end: period.end,
      charges_known_to: period.start,
      hold_expires_at: null,
      ended_at: null,
      ...(again && draftUnlessUsed),
      updated_at: ctx.now,
    })
    .where(eq(plans.id, plan.id))
    .returning();
  if (!started) return;
  const held = heldVisits(plan.id);
  await tx // visits that have begun before the money arrived
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: ctx.now })
    .where(and(held, lte(bookings.starts_at, ctx.now)));
  const confirmed = await tx
    .update(bookings)
    .set({ status: "confirmed", hold_expires_at: null, ...customerOf(session), updated_at: ctx.now })
    .where(held)
    .returning({ id: bookings.id });
  for (const { id } of confirmed) await publishBookingEvent(tx, ctx, "booking.confirmed", id);
  if (again) await giveWayAgain(tx, ctx, started);
  await extendSchedule(tx, ctx, { plan: started, at }, { tell: false });
  await callForEmptyMonth(tx, ctx, { plan: started, at }, session, period);
  await joinPlan(tx, ctx, plan.id);
  if (!session.subscription_id) {
    await flagForAttention(tx, ctx, plan.id, "Paid, but the provider has no subscription for it.");
  }
  await recordAudit(tx, ctx, {
    action: "plan.started",
    entity: "plan",
    entity_id: plan.id,
    details: {
      order: order.id,
      amount: session.amount,
      ...(session.amount !== plan.amount && { asked: plan.amount }),
      again,
      before: { status: plan.status },
      after: { status: "active" },
    },
  });
  await ctx.jobs.enqueue(tx, "plan-started-mail", { plan_id: plan.id });
}

/** Asks staff to refund a first charge whose month has no visits. */
async function callForEmptyMonth(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  session: CheckoutSession,
  period: Period,
) {
  const month = { first: dayOf(period.start, at), next: dayOf(period.end, at) };
  if ((await visitsOf(tx, plan, month)).some(({ state }) => state === "kept")) return;
  const charged = `Charged ${formatSum(session)} on ${formatDate(month.first)}`;
  await flagForAttention(tx, ctx, plan.id, `${charged} for a month without visits. Refund it.`);
}

/** Keeps the held visits of a plan while its money takes days. The customer gets an email, once. */
export async function holdPlan(tx: Database, ctx: Ctx, { plan, order }: PaidPlan, session: CheckoutSession) {
  if (order.processing_at) return;
  await tx.update(orders).set({ processing_at: ctx.now, updated_at: ctx.now }).where(eq(orders.id, order.id));
  await keepHeld(tx, ctx, plan.id, session);
  await joinPlan(tx, ctx, plan.id);
  await ctx.jobs.enqueue(tx, "plan-payment-processing-mail", { plan_id: plan.id });
}

/** Releases an unpaid plan with its visits. The customer of a failed payment gets an email. */
export async function releasePlan(
  tx: Database,
  ctx: Ctx,
  { plan, order }: PaidPlan,
  session: CheckoutSession,
) {
  const failed = session.status === "failed";
  await releasePlans(tx, ctx, [plan.id], failed ? "payment failed" : "checkout expired");
  if (failed) {
    await tx
      .update(plans)
      .set({ ...customerOf(session), updated_at: ctx.now })
      .where(eq(plans.id, plan.id));
    await ctx.jobs.enqueue(tx, "plan-ended-mail", { plan_id: plan.id, why: "payment failed" });
  }
  await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
}

/** Asks staff to decide about a payment. Its visits stay held. The subscription of a plan that has ended ends, too. */
export async function flagPlan(
  tx: Database,
  ctx: Ctx,
  { plan, order }: PaidPlan,
  session: CheckoutSession,
  { reason, settled }: { reason: string; settled: boolean },
) {
  const { subscription_id } = session;
  await (settled ? completeOrder : storeOtherAmount)(tx, ctx, order, session);
  await keepHeld(tx, ctx, plan.id, session, { subscription_id });
  await flagForAttention(tx, ctx, plan.id, reason);
  if (plan.status === "ended" && subscription_id) await syncSubscription(tx, ctx, plan.id);
  await recordAudit(tx, ctx, {
    action: "plan.flagged",
    entity: "plan",
    entity_id: plan.id,
    details: { order: order.id, amount: session.amount, reason },
  });
}

/** Stores who paid for a plan that stays ended, and ends its subscription. */
export async function storePlan(tx: Database, ctx: Ctx, id: string, session: CheckoutSession) {
  const { subscription_id } = session;
  await tx
    .update(plans)
    .set({ ...customerOf(session), subscription_id, updated_at: ctx.now })
    .where(eq(plans.id, id));
  await joinPlan(tx, ctx, id);
  if (subscription_id) await syncSubscription(tx, ctx, id);
}

/** A provider that began a subscription before its first money failed would charge again: ends it with the plan. */
export async function endUnpaidPlan(
  tx: Database,
  ctx: Ctx,
  id: string,
  { subscription_id }: CheckoutSession,
) {
  if (!subscription_id) return;
  const ended = and(eq(plans.id, id), eq(plans.status, "ended"), isNull(plans.subscription_id));
  const [known] = await tx.update(plans).set({ subscription_id }).where(ended).returning({ id: plans.id });
  if (known) await syncSubscription(tx, ctx, id);
}

/** The held visits of a plan no longer expire. */
async function keepHeld(
  tx: Database,
  ctx: Ctx,
  id: string,
  session: CheckoutSession,
  change: { subscription_id?: string | null } = {},
) {
  const kept = { hold_expires_at: null, ...customerOf(session), updated_at: ctx.now };
  await tx
    .update(plans)
    .set({ ...kept, ...change })
    .where(eq(plans.id, id));
  await tx.update(bookings).set(kept).where(heldVisits(id));
}

function heldVisits(planId: string) {
  return and(eq(bookings.plan_id, planId), eq(bookings.status, "pending"));
}

/** A plan that comes back leaves its draft if that holds another plan now. */
const draftUnlessUsed = {
  draft_id: sql<string | null>`case when exists (
    select from ${plans} other where other.draft_id = ${plans.draft_id} and other.status <> 'ended'
      and other.id <> ${plans.id}
  ) then null else ${plans.draft_id} end`,
};

/** Gives a plan made without an account, with its visits, to the user whose verified address its customer left, if any; and any plan its customer. */
async function joinPlan(tx: Database, ctx: Pick<Ctx, "actor" | "now">, planId: string): Promise<void> {
  const [joined] = await tx
    .update(plans)
    .set({ user_id: sql`${users.id}`, customer_id: customerOfAccount(sql`${users.id}`), updated_at: ctx.now })
    .from(users)
    .where(
      and(
        eq(plans.id, planId),
        isNull(plans.user_id),
        eq(users.email, sql`lower(${plans.customer_email})`),
        users.emailVerified,
      ),
    )
    .returning({ user: users.id });
  await linkCustomer(tx, ctx, { plan_id: planId });
  if (!joined) return;
  await tx
    .update(bookings)
    .set({ user_id: joined.user, customer_id: customerOfAccount(joined.user), updated_at: ctx.now })
    .where(and(eq(bookings.plan_id, planId), isNull(bookings.user_id)));
  await recordAudit(tx, ctx, {
    action: "plan.joined",
    entity: "plan",
    entity_id: planId,
    details: { user: joined.user },
  });
}
