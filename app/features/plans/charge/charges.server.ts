import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatSum } from "~/features/payments/orders/rules";
import { storePaidMonth } from "~/features/payments/orders/store.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { endAfter, endLocked, syncSubscription } from "~/features/plans/change/end.server";
import { dayOf, driftOf, isWithoutVisits, lastDayOf } from "~/features/plans/change/rules";
import { type LockedPlan, lockAnyPlan, planVersion, readVersion } from "~/features/plans/lock.server";
import { ANNOUNCE_DAYS, GRACE_DAYS } from "~/features/plans/plan";
import { applyPrice } from "~/features/plans/prices/apply.server";
import { priceOn } from "~/features/plans/prices/price";
import { readPriceChanges } from "~/features/plans/prices/store.server";
import type { PlanRow } from "~/features/plans/schedule/visits.server";
import { formatDate } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { sweep } from "~/platform/jobs/sweep.server";
import type { Invoice, Subscription } from "~/platform/outside/payment-gateway";
import { callForUncharged, isUnsettled, visitsOf } from "./attention.server";
import { isFailed, missingIn, owedCharge, paidUntilThere, type VisitOfMonth } from "./rules";

type Outcome = { ok: true };

/**
 * Brings a plan to the state of its subscription at the provider. An unknown subscription is ignored: its first payment is
 * settled with the checkout.
 */
export async function settleSubscription(ctx: Ctx, subscriptionId: string): Promise<Outcome> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await planOf(ctx, subscriptionId);
    const subscription = seen ? await ctx.payments.readSubscription(subscriptionId) : null;
    if (!seen || !subscription) return { ok: true };
    const invoices = (await ctx.payments.listInvoices(subscriptionId)).toReversed();
    const settled = await ctx.db.transaction(async (tx) => {
      const locked = await lockAnyPlan(tx, ctx, seen.id);
      if (!locked) return true;
      if ((await readVersion(tx, seen.id)) !== seen.version) return false; // what was read may be old by now
      for (const invoice of invoices) if (invoice.status === "paid") await book(tx, ctx, locked, invoice);
      await follow(tx, ctx, locked, subscription, invoices);
      await callForUncharged(tx, ctx, locked, subscription, invoices);
      return true;
    });
    if (settled) return { ok: true };
  }
  throw new Error("The plan of a subscription keeps changing while its provider is asked");
}

const ROUNDS = 10;

/** Settles the subscription of an invoice. */
export async function settleInvoice(ctx: Ctx, invoiceId: string): Promise<Outcome> {
  const invoice = await ctx.payments.readInvoice(invoiceId);
  return invoice ? settleSubscription(ctx, invoice.subscription_id) : { ok: true };
}

async function planOf({ db }: Ctx, subscriptionId: string) {
  const [plan] = await db
    .select({ id: plans.id, version: planVersion })
    .from(plans)
    .where(eq(plans.subscription_id, subscriptionId));
  return plan;
}

/** Stores a paid charge as an order, once. */
async function book(tx: Database, ctx: Ctx, { plan, at }: LockedPlan, invoice: Invoice): Promise<void> {
  if (invoice.amount <= 0) return; // a month for free is no order
  const month = { first: dayOf(invoice.period_start, at), next: dayOf(invoice.period_end, at) };
  const price = priceOn(plan, await readPriceChanges({ db: tx }, plan.id), month.first);
  const order_id = await storePaidMonth(tx, ctx, { plan: { ...plan, ...price }, invoice });
  if (!order_id) return;
  await recordAudit(tx, ctx, {
    action: "plan.charged",
    entity: "plan",
    entity_id: plan.id,
    details: { order: order_id, amount: invoice.amount },
  });
  await ctx.jobs.enqueue(tx, "payment-notice-mail", { order_id });
  await ctx.jobs.enqueue(tx, "plan-receipt-mail", { plan_id: plan.id, order_id });
  const reason = whyOdd({ ...plan, ...price }, invoice, month.first, await visitsOf(tx, plan, month));
  if (reason) await flagForAttention(tx, ctx, plan.id, reason);
}

/** For staff: what is wrong with a charge; null if nothing is. The date makes each month's reason a new one. */
function whyOdd(
  plan: PlanRow,
  invoice: Invoice,
  day: string,
  visits: readonly VisitOfMonth[],
): string | null {
  const [amount, on] = [formatSum(invoice), formatDate(day)];
  if (plan.status === "ended") {
    return `Paid after the plan had ended: ${amount} of ${on}. Refund it, or start a new plan.`;
  }
  const charged = `Charged ${amount} on ${on}`;
  const missing = missingIn(plan, visits);
  if (missing === "all" || isWithoutVisits(plan, day))
    return `${charged} for a month without visits. Refund it.`;
  if (missing.length > 0)
    return `${charged} for a month without its visits of ${missing.map(formatDate).join("; ")}. Refund their share, or arrange other times.`;
  return invoice.amount === plan.amount ? null : `${charged} instead of ${formatSum(plan)}.`;
}

/** Updates the plan's status and month from its subscription and its charges, oldest first. */
async function follow(
  tx: Database,
  ctx: Ctx,
  locked: LockedPlan,
  subscription: Subscription,
  invoices: Invoice[],
): Promise<void> {
  const { plan, at } = locked;
  const drift = driftOf(plan, subscription, at);
  if (drift === "tell") await syncSubscription(tx, ctx, plan.id);
  if (plan.status === "ended" || plan.status === "pending") return;
  if (subscription.status === "ended") {
    if (plan.ends_on === at.today) return; // this day's visits take place: the plan ends with the day
    const paidUntil = paidUntilThere(plan, invoices, at);
    await endLocked(tx, ctx, locked, plan.ends_on ? "as asked" : "ended at the provider", paidUntil);
    return;
  }
  if (subscription.status === "past_due") {
    const open = invoices.findLast(isFailed) ?? null;
    const owed = owedCharge(invoices) ?? (plan.status === "past_due" ? plan : subscription);
    const failure = open && `${open.id}:${open.tries}`;
    const isNews = plan.status !== "past_due" || (failure !== null && failure !== plan.failure_told);
    await tx
      .update(plans)
      .set({
        period_start: owed.period_start,
        period_end: owed.period_end,
        status: "past_due",
        past_due_since: plan.past_due_since ?? ctx.now,
        failure_told: failure ?? plan.failure_told,
        invoice_url: open?.url ?? plan.invoice_url,
        updated_at: ctx.now,
      })
      .where(eq(plans.id, plan.id));
    if (!isNews) return;
    await recordAudit(tx, ctx, { action: "plan.charge_failed", entity: "plan", entity_id: plan.id });
    await ctx.jobs.enqueue(tx, "plan-payment-failed-mail", {
      plan_id: plan.id,
      failure: failure ?? ctx.now.toString(),
    });
    return;
  }
  const paid = plan.status === "past_due";
  const period = { period_start: subscription.period_start, period_end: subscription.period_end };
  await tx
    .update(plans)
    .set({
      ...period,
      ...(paid && { status: "active" as const, past_due_since: null, invoice_url: null }),
      updated_at: ctx.now,
    })
    .where(eq(plans.id, plan.id));
  if (paid) await recordAudit(tx, ctx, { action: "plan.charge_paid", entity: "plan", entity_id: plan.id });
  const status = paid ? "active" : plan.status;
  await applyPrice(tx, ctx, { plan: { ...plan, ...period, status }, at });
  const lastDay = drift === "ends" ? lastDayOf(subscription, at) : null;
  if (lastDay) await endAfter(tx, ctx, { plan: { ...plan, ...period }, at }, lastDay);
  if (drift === "paused") await flagForAttention(tx, ctx, plan.id, PAUSED_THERE);
}

const PAUSED_THERE = "The payment provider has paused the charges. Resume them there, or pause this plan.";

const A_RUN = 200;

/**
 * Settles the plans whose month is over or may not have been charged, those asked least recently first, in case events were
 * lost.
 */
export async function askAboutCharges(ctx: Ctx): Promise<void> {
  const due = ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(
      and(
        isNotNull(plans.subscription_id),
        ne(plans.status, "ended"),
        or(
          lte(plans.period_end, ctx.now.subtract({ hours: 1 })),
          isNull(plans.period_end), // paid, but not started
          eq(plans.status, "past_due"),
          isUnsettled(ctx.now),
        ),
      ),
    )
    .orderBy(sql`${plans.asked_at} nulls first`, asc(plans.period_end))
    .limit(A_RUN)
    .for("update", { skipLocked: true });
  const taken = await ctx.db
    .update(plans)
    .set({ asked_at: ctx.now })
    .where(inArray(plans.id, due))
    .returning({ id: plans.id, subscription: plans.subscription_id });
  await sweep(
    ctx,
    taken,
    async ({ subscription }) => subscription && settleSubscription(ctx, subscription),
    "a plan's charges could not be asked for",
  );
}

const AFTER_END_DAYS = 30;

/**
 * Settles ended plans for some days after the provider has confirmed the end: it may have charged before, and an open
 * invoice can still be paid by hand.
 */
export async function askAboutEnded(ctx: Ctx): Promise<void> {
  const late = sql`${plans.told_at} + make_interval(days => ${AFTER_END_DAYS})`;
  const ended = await ctx.db
    .select({ id: plans.id, subscription: plans.subscription_id })
    .from(plans)
    .where(
      and(
        isNotNull(plans.subscription_id),
        eq(plans.status, "ended"),
        or(isNotNull(plans.untold_since), sql`(${plans.asked_at} >= ${late}) is not true`),
      ),
    );
  const ask = async ({ id, subscription }: (typeof ended)[number]) => {
    if (!subscription) return;
    await settleSubscription(ctx, subscription);
    await ctx.db.update(plans).set({ asked_at: ctx.now }).where(eq(plans.id, id));
  };
  await sweep(ctx, ended, ask, "the charges of a plan that ended could not be asked for");
}

/** Ends plans whose failed charge was not paid in the days of grace, after asking the provider once more. */
export async function endUnpaid(ctx: Ctx): Promise<void> {
  const over = ctx.now.subtract({ hours: GRACE_DAYS * 24 });
  const due = await ctx.db
    .select({ id: plans.id, subscription: plans.subscription_id })
    .from(plans)
    .where(and(eq(plans.status, "past_due"), lte(plans.past_due_since, over)))
    .limit(A_RUN);
  const end = ({ id, subscription }: (typeof due)[number]) => endOne(ctx, id, subscription, over);
  await sweep(ctx, due, end, "an unpaid plan could not be ended");
}

async function endOne(ctx: Ctx, id: string, subscription: string | null, over: Temporal.Instant) {
  if (subscription) await settleSubscription(ctx, subscription);
  await ctx.db.transaction(async (tx) => {
    const locked = await lockAnyPlan(tx, ctx, id);
    const since = locked?.plan.status === "past_due" ? locked.plan.past_due_since : null;
    if (locked && since && Temporal.Instant.compare(since, over) <= 0)
      await endLocked(tx, ctx, locked, "unpaid");
  });
}

/** Enqueues the email on a charge, once per charge, three days ahead. */
export async function announceCharges(ctx: Ctx): Promise<void> {
  const { now } = ctx;
  const zone = (await readSettings(ctx))["general.timezone"];
  const day = sql`(${plans.period_end} at time zone ${zone})::date`;
  const due = await ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(
      and(
        inArray(plans.status, ["active", "paused"]),
        sql`(${plans.ends_on} is null or ${plans.ends_on} >= ${day})`,
        sql`(${plans.paused_from} is null or ${plans.paused_from} > ${day} or ${plans.resumes_on} <= ${day})`,
        lte(plans.period_end, now.add({ hours: ANNOUNCE_DAYS * 24 })),
        sql`${plans.period_end} > ${now.toString()}::timestamptz`,
        sql`${plans.announced_for} is distinct from ${plans.period_end}`,
      ),
    )
    .limit(1000);
  for (const { id } of due) {
    await ctx.db.transaction(async (tx) => {
      const [plan] = await tx
        .update(plans)
        .set({ announced_for: sql`${plans.period_end}` })
        .where(and(eq(plans.id, id), sql`${plans.announced_for} is distinct from ${plans.period_end}`))
        .returning({ period_end: plans.period_end });
      if (!plan?.period_end) return;
      await ctx.jobs.enqueue(tx, "plan-charge-mail", { plan_id: id, period_end: plan.period_end.toString() });
    });
  }
}
