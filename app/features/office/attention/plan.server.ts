import { asc, eq, isNotNull, type SQL } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { formatWhen } from "~/features/plans/emails/words";
import { planCustomer } from "~/features/plans/office/list.server";
import { formatCents } from "~/lib/money";
import type { Database } from "~/platform/database/database.server";
import { countOf, defineAttention, type Part, totalOf } from "./define.server";

type Plan = typeof plans.$inferSelect;

/** Plans with a visit without a free time, or that staff must decide about. */
export const stuckPlans = defineAttention({
  kind: "plans",
  one: "plan needs a decision",
  many: "plans need a decision",
  read: ({ db }, part) =>
    readPlans(db, isNotNull(plans.needs_attention), part, "Decide", (plan) => plan.needs_attention),
});

/** Plans whose last charge failed. */
export const unpaidPlans = defineAttention({
  kind: "unpaid",
  one: "plan could not be charged",
  many: "plans could not be charged",
  read: ({ db }, part) =>
    readPlans(
      db,
      eq(plans.status, "past_due"),
      part,
      "Open plan",
      ({ amount, currency }) => `${formatCents(amount, currency)} is due`,
    ),
});

async function readPlans(
  db: Database,
  where: SQL | undefined,
  part: Part,
  label: string,
  why: (plan: Plan) => string | null,
) {
  const rows = await db
    .select({ plan: plans, customer: planCustomer, found: countOf(db, plans, where) })
    .from(plans)
    .where(where)
    .orderBy(asc(plans.updated_at), asc(plans.id))
    .limit(part.limit)
    .offset(part.offset);
  const cases = rows.map(({ plan, customer }) => {
    const href = `/admin/plans/${plan.id}`;
    const what = `${customer ?? UNKNOWN.customer}: ${why(plan)}`;
    return { id: plan.id, href, what, when: formatWhen(plan), actions: [{ label, href }] };
  });
  return { count: totalOf(rows), cases };
}
