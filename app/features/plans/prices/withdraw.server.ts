import { and, eq } from "drizzle-orm";
import { plan_prices, plans } from "~/db/schema/plans";
import { readCompany } from "~/features/operations/settings/queries.server";
import { syncSubscription } from "~/features/plans/change/end.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { isToCome, takeBackPrices } from "./store.server";

/**
 * Withdraws an announced rise, or all of its batch, before its first charge; a plan that has it already gets the price of before
 * back. Each customer gets an email. Returns how many were withdrawn.
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
    const { timezone } = await readCompany({ db: tx });
    const at = { today: companyToday(ctx.now, timezone) };
    const open = and(which, eq(plan_prices.kind, "rise"));
    const concerned = await tx
      .select({ id: plan_prices.plan_id })
      .from(plan_prices)
      .where(and(open, isToCome(at.today)));
    let count = 0;
    for (const plan of concerned.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      await tx.select({ id: plans.id }).from(plans).where(eq(plans.id, plan.id)).for("update");
      const withdrawn = await takeBackPrices(tx, ctx, { plan, at }, "withdrawn", open);
      if (withdrawn.some(({ status }) => status === "applied")) await syncSubscription(tx, ctx, plan.id);
      for (const { id: price_id, amount } of withdrawn) {
        await recordAudit(tx, ctx, {
          action: "plan.rise_withdrawn",
          entity: "plan",
          entity_id: plan.id,
          details: { amount },
        });
        await ctx.jobs.enqueue(tx, "plan-rise-withdrawn-mail", { plan_id: plan.id, price_id });
      }
      count += withdrawn.length;
    }
    return count;
  });
}
