import { and, eq, isNull, lte, ne, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { dayOf } from "~/features/plans/change/rules";
import { hasVisitOf } from "~/features/plans/charge/missed.server";
import { formatMoney } from "~/features/plans/charge/settlement";
import type { LockedPlan } from "~/features/plans/lock.server";
import { extendSchedule } from "~/features/plans/schedule/extend.server";
import { formatDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";

export type Order = typeof orders.$inferSelect;
export type Period = { start: Temporal.Instant; end: Temporal.Instant };

/** The month that was paid, as the provider has it. */
export async function readPeriod({ payments, now }: Ctx, session: CheckoutSession): Promise<Period> {
  const { invoice_id, subscription_id } = session;
  const invoice = invoice_id === null ? null : await payments.readInvoice(invoice_id);
  if (invoice) return { start: invoice.period_start, end: invoice.period_end };
  const subscription = subscription_id === null ? null : await payments.readSubscription(subscription_id);
  if (subscription) return { start: subscription.period_start, end: subscription.period_end };
  return { start: now, end: now.toZonedDateTimeISO("UTC").add({ months: 1 }).toInstant() };
}

/** A plan whose first month is paid begins, also one whose visits had been given back. Its customer is told. */
export async function start(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  order: Order,
  session: CheckoutSession,
  period: Period,
) {
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
  const held = and(eq(bookings.plan_id, plan.id), eq(bookings.status, "pending"));
  await tx // what its money came too late for
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: ctx.now })
    .where(and(held, lte(bookings.starts_at, ctx.now)));
  const confirmed = await tx
    .update(bookings)
    .set({ status: "confirmed", hold_expires_at: null, ...customerOf(session), updated_at: ctx.now })
    .where(held)
    .returning({ id: bookings.id });
  for (const { id } of confirmed) await publishBookingEvent(tx, ctx, "booking.confirmed", id);
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

/** The first charge, too, pays for visits: staff are called when its month has none. */
async function callForEmptyMonth(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  session: CheckoutSession,
  period: Period,
) {
  const month = { first: dayOf(period.start, at), next: dayOf(period.end, at) };
  if (await hasVisitOf(tx, plan, month, ne(bookings.status, "cancelled"))) return;
  const charged = `Charged ${formatMoney(session)} on ${formatDate(month.first)}`;
  await flagForAttention(tx, ctx, plan.id, `${charged} for a month without visits. Refund it.`);
}

export async function completeOrder(tx: Database, ctx: Ctx, order: Order, session: CheckoutSession) {
  await tx
    .update(orders)
    .set({
      status: "completed",
      completed_at: ctx.now,
      payment_id: session.payment_id,
      invoice_id: session.invoice_id,
      updated_at: ctx.now,
    })
    .where(eq(orders.id, order.id));
  await ctx.jobs.enqueue(tx, "payment-notice-mail", { order_id: order.id });
}

/** A plan that comes back lets go of its draft when that holds another plan by now. */
const draftUnlessUsed = {
  draft_id: sql<string | null>`case when exists (
    select from ${plans} other where other.draft_id = ${plans.draft_id} and other.status <> 'ended'
      and other.id <> ${plans.id}
  ) then null else ${plans.draft_id} end`,
};

export function customerOf({ customer }: CheckoutSession) {
  if (!customer) return {};
  return { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
}

/** Gives a plan made without an account, with its visits, to the user whose verified address its customer left, if any. */
export async function joinPlan(tx: Database, ctx: Pick<Ctx, "actor" | "now">, planId: string): Promise<void> {
  const [joined] = await tx
    .update(plans)
    .set({ user_id: sql`${users.id}`, updated_at: ctx.now })
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
  if (!joined) return;
  await tx
    .update(bookings)
    .set({ user_id: joined.user, updated_at: ctx.now })
    .where(and(eq(bookings.plan_id, planId), isNull(bookings.user_id)));
  await recordAudit(tx, ctx, {
    action: "plan.joined",
    entity: "plan",
    entity_id: planId,
    details: { user: joined.user },
  });
}
