import { eq } from "drizzle-orm";
import type { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { Ctx } from "~/platform/context.server";
import { type ChargedMonth, chargedMonthOf } from "./charged-month";

type Visit = Pick<typeof bookings.$inferSelect, "plan_id" | "scheduled_date">;

/** The month that pays for a visit of a plan; null when it is of none, or the plan was not charged yet. */
export async function readChargedMonth(
  { db }: Pick<Ctx, "db">,
  { plan_id, scheduled_date }: Visit,
  zone: string,
): Promise<ChargedMonth | null> {
  if (!plan_id) return null;
  const [plan] = await db
    .select({ end: plans.period_end, anchor: plans.billing_anchor })
    .from(plans)
    .where(eq(plans.id, plan_id));
  return plan?.end ? chargedMonthOf(scheduled_date, { end: plan.end, anchor: plan.anchor }, zone) : null;
}
