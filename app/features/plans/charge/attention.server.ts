import { and, asc, eq, lt, lte, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { flagForAttention } from "~/features/plans/attention.server";
import { type At, dayOf } from "~/features/plans/change/rules";
import type { LockedPlan } from "~/features/plans/lock.server";
import { isReleased, type PlanRow } from "~/features/plans/schedule/visits.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { monthsAround } from "~/lib/months";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Invoice, Subscription } from "~/platform/outside/payment-gateway";
import { unchargedOn, type VisitOfMonth } from "./rules";

/** Hours before a month counts as not charged: Stripe keeps an invoice as a draft for one hour. */
const SETTLES_HOURS = 2;

/** Plans with a month that must be charged by now and has not been checked. */
export function isUnsettled(now: Temporal.Instant): SQL | undefined {
  return and(
    lt(plans.charges_known_to, plans.period_start),
    lte(plans.period_start, now.subtract({ hours: SETTLES_HOURS })),
  );
}

/**
 * Flags months that have begun with visits but without a charge, as when the provider did not learn in time that the plan
 * goes on. A month is checked until its charge is no draft. `plan` is the row before this settlement.
 */
export async function callForUncharged(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  subscription: Subscription,
  invoices: Invoice[],
): Promise<void> {
  if (subscription.status !== "active" || plan.status === "ended") return;
  let known = plan.charges_known_to ?? plan.period_start;
  if (!known) return;
  for (const month of monthsBegun(known, subscription.period_start, plan, at)) {
    const charges = invoices.filter(({ period_start }) => dayOf(period_start, at) === month.first);
    if (mayCome(charges, month.begins, at)) break;
    const charged = charges.some(({ status }) => status !== "void");
    if (!charged && (await visitsOf(tx, plan, month)).some(({ state }) => state === "kept"))
      await flagForAttention(tx, ctx, plan.id, unchargedOn(month.first));
    known = month.begins;
  }
  if (plan.charges_known_to?.equals(known)) return;
  await tx.update(plans).set({ charges_known_to: known }).where(eq(plans.id, plan.id));
}

/** The dates in company time on which a month and the next one begin. */
export type Month = { first: string; next: string };
type Begun = Month & { begins: Temporal.Instant };

/** The months that began after a moment, up to the one that has begun last. */
function monthsBegun(
  after: Temporal.Instant,
  last: Temporal.Instant,
  { billing_anchor }: PlanRow,
  at: At,
): Begun[] {
  const begins = monthsAround(last, billing_anchor);
  const months: Begun[] = [];
  for (let month = 0; Temporal.Instant.compare(begins(month), after) > 0; month -= 1) {
    const days = { first: dayOf(begins(month), at), next: dayOf(begins(month + 1), at) };
    months.unshift({ begins: begins(month), ...days });
  }
  return months;
}

function mayCome(charges: Invoice[], begins: Temporal.Instant, { now }: At): boolean {
  const settled = Temporal.Instant.compare(begins, now.subtract({ hours: SETTLES_HOURS })) <= 0;
  return charges.some(({ status }) => status === "draft") || (charges.length === 0 && !settled);
}

/** The visits that belong to the month, even if they were moved out of it, by their own days. */
export async function visitsOf(tx: Database, plan: PlanRow, { first, next }: Month): Promise<VisitOfMonth[]> {
  const rows = await tx
    .select({
      number: sql<number>`${bookings.plan_visit}`,
      state: sql<VisitOfMonth["state"]>`case when ${bookings.status} <> 'cancelled' then 'kept'
        when ${isReleased} then 'released' else 'cancelled' end`,
    })
    .from(bookings)
    .where(eq(bookings.plan_id, plan.id))
    .orderBy(asc(bookings.plan_visit));
  return rows
    .map(({ number, state }) => ({ own: visitDate(plan, number), state }))
    .filter(({ own }) => own >= first && own < next);
}
