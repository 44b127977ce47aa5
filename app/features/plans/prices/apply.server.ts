import { eq } from "drizzle-orm";
import { plan_prices, plans } from "~/db/schema/plans";
import { syncSubscription } from "~/features/plans/change/end.server";
import { dayOf } from "~/features/plans/change/rules";
import type { LockedPlan } from "~/features/plans/lock.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { scheduledOf, takeBackPrices } from "./store.server";

/**
 * Gives a locked plan its scheduled price once the next charge is the first that costs it, and syncs it with the provider. A
 * plan that ends before drops it. Repeating it changes nothing.
 */
export async function applyPrice(tx: Database, ctx: Ctx, locked: LockedPlan): Promise<void> {
  const { plan, at } = locked;
  const [next] = await tx.select().from(plan_prices).where(scheduledOf(plan.id)).for("update");
  if (!next) return;
  if (plan.status === "ended" || (plan.ends_on !== null && plan.ends_on < next.starts_on)) {
    await takeBackPrices(tx, ctx, locked, "dropped", eq(plan_prices.id, next.id));
    return;
  }
  if (plan.status === "past_due") return; // first the charge that is owed, at its own price
  if (!plan.period_end || dayOf(plan.period_end, at) < next.starts_on) return;
  const { amount, tax_amount, price_lines } = next;
  await tx
    .update(plan_prices)
    .set({ status: "applied", updated_at: ctx.now })
    .where(eq(plan_prices.id, next.id));
  await tx
    .update(plans)
    .set({ amount, tax_amount, price_lines, updated_at: ctx.now })
    .where(eq(plans.id, plan.id));
  await syncSubscription(tx, ctx, plan.id);
  await recordAudit(tx, ctx, {
    action: "plan.price_applied",
    entity: "plan",
    entity_id: plan.id,
    details: { before: { amount: plan.amount }, after: { amount } },
  });
}
