import { and, asc, eq, gt, type SQL } from "drizzle-orm";
import { plan_prices } from "~/db/schema/plans";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

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

/** Closes the scheduled price of a locked plan; `after`: only one that begins after a day. */
export async function closePrice(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  planId: string,
  status: "applied" | "withdrawn" | "dropped",
  after?: string,
): Promise<void> {
  await tx
    .update(plan_prices)
    .set({ status, updated_at: ctx.now })
    .where(and(scheduledOf(planId), after === undefined ? undefined : gt(plan_prices.starts_on, after)));
}
