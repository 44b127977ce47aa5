import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { formatDate } from "~/lib/dates";
import { monthsAround } from "~/lib/months";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Invoice, Subscription } from "~/platform/payment-gateway";
import { callStaff } from "./call-staff.server";
import { type At, dayOf } from "./changes";
import type { LockedPlan } from "./lock.server";
import { isReleased, type PlanRow } from "./store-visits.server";

/** The days of a month, the first one and the one after the last. */
export type Month = { first: string; next: string };

/** The visits of a plan in a month, also those that its customer skips. */
export function visitsIn(planId: string, { first, next }: Month): SQL | undefined {
  const inMonth = and(gte(bookings.scheduled_date, first), lt(bookings.scheduled_date, next));
  return and(eq(bookings.plan_id, planId), inMonth, sql`(${isReleased}) is not true`);
}

/**
 * Calls staff to the months that have begun with visits and were never charged: the provider had not heard in time that the
 * plan goes on, say, or it charges nobody who owes for one month for another. `plan` is as it was before.
 */
export async function callForUncharged(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  subscription: Subscription,
  invoices: Invoice[],
): Promise<void> {
  const charged = invoices.filter(({ status }) => status !== "void");
  const days = charged.map(({ period_start }) => dayOf(period_start, at));
  for (const month of monthsBegun(plan, subscription, at)) {
    if (days.includes(month.first) || (await tx.$count(bookings, visitsIn(plan.id, month))) === 0) continue;
    await callStaff(tx, ctx, plan.id, unchargedOn(month.first));
  }
}

function unchargedOn(day: string): string {
  return `Nothing was charged on ${formatDate(day)} for a month with visits. Charge it another way, or cancel them.`;
}

/** The newest first: those that have begun since the plan was looked at, and the one that is paid late. */
function monthsBegun({ status, period_end, billing_anchor }: PlanRow, now: Subscription, at: At): Month[] {
  if (now.status !== "active" || !period_end || status === "ended") return [];
  const begins = monthsAround(now.period_start, billing_anchor);
  const months: Month[] = [];
  const isNew = (month: number) => Temporal.Instant.compare(begins(month), period_end) >= 0;
  for (let month = 0; isNew(month) || (month === 0 && status === "past_due"); month -= 1)
    months.push({ first: dayOf(begins(month), at), next: dayOf(begins(month + 1), at) });
  return months;
}
