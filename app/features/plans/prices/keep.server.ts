import { and, eq, isNull } from "drizzle-orm";
import { plan_prices } from "~/db/schema/plans";
import { changeLocked } from "~/features/plans/lock.server";
import type { PlanRefusal } from "~/features/plans/plan";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { isToCome } from "./store.server";

export type KeepOutcome = { ok: true } | PlanRefusal;

/** The customer keeps the plan at its announced price. `seen`: the day from which it counts, as it was shown. */
export function keepPlan(ctx: Ctx, { id, seen }: { id: string; seen: string }): Promise<KeepOutcome> {
  return changeLocked(ctx, ctx, id, async (tx, { at }): Promise<KeepOutcome> => {
    const announced = and(eq(plan_prices.plan_id, id), eq(plan_prices.kind, "rise"), isToCome(at.today));
    const [next] = await tx.select().from(plan_prices).where(announced).for("update");
    if (next?.starts_on !== seen) {
      const message = "This price is no longer planned. Please check your plan.";
      return { ok: false, reason: "changed", message };
    }
    const [kept] = await tx
      .update(plan_prices)
      .set({ kept_at: ctx.now, updated_at: ctx.now })
      .where(and(eq(plan_prices.id, next.id), isNull(plan_prices.kept_at)))
      .returning({ amount: plan_prices.amount });
    if (kept)
      await recordAudit(tx, ctx, {
        action: "plan.rise_kept",
        entity: "plan",
        entity_id: id,
        details: { amount: kept.amount },
      });
    return { ok: true };
  });
}
