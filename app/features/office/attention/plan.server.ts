// Rooms: plans and series (plans), visits without a customer's name (booking), today in company time (operations).
import { asc, eq, isNotNull, type SQL } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { series } from "~/db/schema/series";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatWhen } from "~/features/plans/emails/words";
import { planCustomer } from "~/features/plans/office/list.server";
import { seriesPath } from "~/features/plans/series/list";
import { byLastDay, readSeriesRows, runsOut } from "~/features/plans/series/list.server";
import { LAY_PAGE } from "~/features/plans/series/series";
import { companyToday } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { anyOf, type Database } from "~/platform/database/database.server";
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

/** Series without a plan whose visits run out within four weeks, or have. */
export const endingSeries = defineAttention({
  kind: "series",
  one: "series runs out",
  many: "series run out",
  read: async (ctx, { limit, offset }) => {
    const { "general.timezone": zone } = await readSettings(ctx);
    const where = runsOut(companyToday(ctx.now, zone));
    const found = await ctx.db
      .select({ id: series.id, found: countOf(ctx.db, series, where) })
      .from(series)
      .where(where)
      .orderBy(byLastDay, series.id)
      .limit(limit)
      .offset(offset);
    const rows = await readSeriesRows(
      ctx,
      anyOf(
        series.id,
        found.map(({ id }) => id),
      ),
    );
    const cases = rows.map(({ id, customer, service, when, state_words }) => ({
      ...{ id, href: seriesPath(id), what: `${customer}: ${service}, ${when}`, when: state_words },
      actions: [
        { label: "Add more visits", href: `${LAY_PAGE}?series=${id}` },
        { label: "Open", href: seriesPath(id) },
      ],
    }));
    return { count: totalOf(found), cases };
  },
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
