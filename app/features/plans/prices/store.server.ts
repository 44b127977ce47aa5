import { and, asc, eq, gt, inArray, or, type SQL } from "drizzle-orm";
import { plan_prices, plans } from "~/db/schema/plans";
import type { LockedPlan } from "~/features/plans/lock.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { taxIn } from "./price";

/** All changes of a plan's price, in the order in which they were made. */
export function readPriceChanges({ db }: Pick<Ctx, "db">, planId: string) {
  return db
    .select()
    .from(plan_prices)
    .where(eq(plan_prices.plan_id, planId))
    .orderBy(asc(plan_prices.position));
}

/** The price that a plan is to have from a later charge on. */
export function scheduledOf(planId: string): SQL | undefined {
  return and(eq(plan_prices.plan_id, planId), eq(plan_prices.status, "scheduled"));
}

/**
 * Prices that no charge has cost yet: scheduled ones, and those that a plan has got already for its next charge. `today`: the
 * company's day.
 */
export function isToCome(today: string): SQL | undefined {
  const isEarly = and(eq(plan_prices.status, "applied"), gt(plan_prices.starts_on, today));
  return or(eq(plan_prices.status, "scheduled"), isEarly);
}

/**
 * Closes prices to come of a locked plan, `which` of them or all; the plan costs again what it did before one that it has
 * already. Returns them. Sync the plan with its provider.
 */
export async function takeBackPrices(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  { plan, at }: { plan: Pick<LockedPlan["plan"], "id">; at: Pick<LockedPlan["at"], "today"> },
  status: "withdrawn" | "dropped",
  which?: SQL,
): Promise<(typeof plan_prices.$inferSelect)[]> {
  const taken = await tx
    .select()
    .from(plan_prices)
    .where(and(eq(plan_prices.plan_id, plan.id), isToCome(at.today), which))
    .orderBy(asc(plan_prices.position));
  if (taken.length === 0) return [];
  const ids = taken.map(({ id }) => id);
  await tx.update(plan_prices).set({ status, updated_at: ctx.now }).where(inArray(plan_prices.id, ids));
  const early = taken.find((one) => one.status === "applied");
  if (early) {
    const { before_amount: amount, before_lines: price_lines } = early;
    await tx
      .update(plans)
      .set({ amount, tax_amount: taxIn(price_lines), price_lines, updated_at: ctx.now })
      .where(eq(plans.id, plan.id));
  }
  return taken;
}
