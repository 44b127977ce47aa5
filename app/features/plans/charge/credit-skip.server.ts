import { and, desc, eq, gte, inArray, like, lt } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { charges, orders, refunds } from "~/db/schema/payments";
import { readRefundable } from "~/features/payments/orders/charges.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import { giveBack } from "~/features/payments/orders/store.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { dayOf } from "~/features/plans/change/rules";
import { type LockedPlan, lockAnyPlan } from "~/features/plans/lock.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { formatDate } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import { monthsAround } from "~/lib/months";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { visitsOf } from "./attention.server";
import { shareOf } from "./rules";

export type Skip = { booking_id: string; kind: "storm" | "closing" };

const WHY = { storm: "of a storm", closing: "we closed that day" } as const;

/**
 * Gives a plan's customer the share of a visit that a storm or a closing cancelled as credit of its month's order, once. Where that
 * isn't possible, staff are asked to decide.
 */
export async function creditSkip(ctx: Ctx, { booking_id, kind }: Skip): Promise<void> {
  const [seen] = await ctx.db
    .select({ plan_id: bookings.plan_id })
    .from(bookings)
    .where(eq(bookings.id, booking_id));
  const { plan_id } = seen ?? {};
  if (!plan_id) return;
  await ctx.db.transaction(async (tx) => {
    const locked = await lockAnyPlan(tx, ctx, plan_id);
    const [visit] = await tx.select().from(bookings).where(eq(bookings.id, booking_id)).for("update");
    if (!locked || visit?.status !== "cancelled" || visit.plan_visit === null) return;
    const day = formatDate(visit.scheduled_date);
    const credited = await credit(tx, ctx, locked, {
      ...{ booking_id, number: visit.plan_visit },
      reason: `${day} was skipped because ${WHY[kind]}`,
    });
    if (credited) return;
    const what = `A paid visit was skipped because ${WHY[kind]}: ${day}.`;
    await flagForAttention(tx, ctx, plan_id, `${what} Refund its share, or arrange another time.`);
  });
}

type Skipped = { booking_id: string; number: number; reason: string };

/** False if the month isn't known to be paid, is disputed, has too little left, or belongs to no customer. */
async function credit(tx: Database, ctx: Ctx, locked: LockedPlan, skipped: Skipped): Promise<boolean> {
  const idempotency_key = `skip:${skipped.booking_id}`;
  if ((await tx.$count(refunds, like(refunds.idempotency_key, `${idempotency_key}%`))) > 0) return true;
  const own = visitDate(locked.plan, skipped.number);
  const month = monthOf(locked, own);
  const paid = month && (await readMonth(tx, locked, month));
  if (!month || !paid?.customer_id) return false;
  const visits = await visitsOf(tx, locked.plan, month);
  const due = visits.filter(({ state }) => state !== "released");
  const amount = shareOf(
    paid.amount,
    due.length,
    due.findIndex((one) => one.own === own),
  );
  const left = (await readRefundable(tx, paid.order_id)).reduce((sum, charge) => sum + charge.left, 0);
  if (amount === 0 || amount > left || (await isDisputed({ db: tx }, paid.order_id))) return false;
  const { order_id } = paid;
  const given = { order_id, amount, reason: skipped.reason, to_credit: true };
  const made = await giveBack(tx, ctx, { ...given, idempotency_key });
  for (const { id } of made) await ctx.jobs.enqueue(tx, "plan-refund-mail", { refund_id: id });
  await recordAudit(tx, ctx, {
    action: "order.refunded_to_credit",
    entity: "order",
    entity_id: order_id,
    details: { plan: locked.plan.id, booking: skipped.booking_id, amount },
  });
  return true;
}

type Month = { first: string; next: string; begins: Temporal.Instant; ends: Temporal.Instant };

/** How many months away from the plan's own a visit can be: twelve visits ahead, monthly, or long ago. */
const MONTHS = 15;

/** The month that a visit was planned for; null if it isn't known. */
function monthOf({ plan, at }: LockedPlan, own: string): Month | null {
  if (!plan.period_start) return null;
  const begins = monthsAround(plan.period_start, plan.billing_anchor);
  for (let month = MONTHS; month >= -MONTHS; month -= 1) {
    const [from, to] = [begins(month), begins(month + 1)];
    const days = { first: dayOf(from, at), next: dayOf(to, at) };
    if (days.first <= own && own < days.next) return { ...days, begins: from, ends: to };
  }
  return null;
}

/** Days before a month within which its charge can come: the first one is paid before the plan begins. */
const EARLY_DAYS = 2;

/** The order that paid for a month, and what was charged for it, in cents. */
async function readMonth(tx: Database, { plan }: LockedPlan, { begins, ends }: Month) {
  const early = { hours: EARLY_DAYS * 24 };
  const [found] = await tx
    .select({ order_id: orders.id, customer_id: orders.customer_id, amount: charges.amount })
    .from(orders)
    .innerJoin(charges, eq(charges.order_id, orders.id))
    .where(
      and(
        ...[eq(orders.plan_id, plan.id), eq(orders.status, "completed"), eq(charges.status, "completed")],
        inArray(charges.purpose, ["plan", "checkout"]),
        gte(orders.completed_at, begins.subtract(early)),
        lt(orders.completed_at, ends.subtract(early)),
      ),
    )
    .orderBy(desc(orders.completed_at))
    .limit(1)
    .for("update", { of: orders });
  return found as { order_id: string; customer_id: string | null; amount: Cents } | undefined;
}
