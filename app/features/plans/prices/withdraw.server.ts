import { and, eq } from "drizzle-orm";
import { plan_prices, plans } from "~/db/schema/plans";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

/**
 * Withdraws an announced rise, or all of its batch, before it takes effect. Each customer gets an email. Returns how many
 * were withdrawn: one that is charged already is not.
 */
export async function withdrawRise(
  ctx: StaffCtx,
  { id, all }: { id: string; all: boolean },
): Promise<number> {
  if (!isUuid(id)) return 0;
  return ctx.db.transaction(async (tx) => {
    const [price] = await tx.select().from(plan_prices).where(eq(plan_prices.id, id));
    if (!price) return 0;
    const which =
      all && price.batch_id ? eq(plan_prices.batch_id, price.batch_id) : eq(plan_prices.id, price.id);
    const open = and(which, eq(plan_prices.kind, "rise"), eq(plan_prices.status, "scheduled"));
    const concerned = await tx.select({ plan_id: plan_prices.plan_id }).from(plan_prices).where(open);
    for (const { plan_id } of concerned.toSorted((one, other) => (one.plan_id < other.plan_id ? -1 : 1)))
      await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, plan_id)).for("update");
    const withdrawn = await tx
      .update(plan_prices)
      .set({ status: "withdrawn", updated_at: ctx.now })
      .where(open)
      .returning({ id: plan_prices.id, plan_id: plan_prices.plan_id, amount: plan_prices.amount });
    for (const { id: price_id, plan_id, amount } of withdrawn) {
      await recordAudit(tx, ctx, {
        action: "plan.rise_withdrawn",
        entity: "plan",
        entity_id: plan_id,
        details: { amount },
      });
      await ctx.jobs.enqueue(tx, "plan-rise-withdrawn-mail", { plan_id, price_id });
    }
    return withdrawn.length;
  });
}
