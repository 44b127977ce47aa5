import { eq } from "drizzle-orm";
import type { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import type { Ctx } from "~/platform/context.server";
import { type ChargedMonth, chargedMonthOf } from "./charged-month";

type Visit = Pick<typeof bookings.$inferSelect, "plan_id" | "plan_visit" | "scheduled_date">;

/**
 * The days to which a visit of a plan may go: those of the month that pays for it, which is the one that it was laid out for.
 * What was moved beyond that month may go as far as it is. Null when it is of no plan, or that was not charged yet.
 */
export async function readChargedMonth(
  { db }: Pick<Ctx, "db">,
  { plan_id, plan_visit, scheduled_date }: Visit,
  zone: string,
): Promise<ChargedMonth | null> {
  if (!plan_id || !plan_visit) return null;
  const [plan] = await db
    .select({
      end: plans.period_end,
      anchor: plans.billing_anchor,
      first_date: plans.first_date,
      frequency: plans.frequency,
    })
    .from(plans)
    .where(eq(plans.id, plan_id));
  if (!plan?.end) return null;
  const own = visitDate(plan, plan_visit);
  const { first, last } = chargedMonthOf(own, { end: plan.end, anchor: plan.anchor }, zone);
  return {
    first: scheduled_date < first ? scheduled_date : first,
    last: scheduled_date > last ? scheduled_date : last,
  };
}
