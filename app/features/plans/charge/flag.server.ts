import { and, eq } from "drizzle-orm";
import { withoutReason, withReason } from "~/db/attention";
import { plans } from "~/db/schema/plans";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Puts a plan on the list of those that staff must look at, beside what is there already, and tells the office once. */
export async function flagForAttention(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  plan_id: string,
  reason: string,
): Promise<void> {
  const [called] = await tx
    .update(plans)
    .set({ needs_attention: withReason(plans.needs_attention, reason), updated_at: ctx.now })
    .where(and(eq(plans.id, plan_id), withoutReason(plans.needs_attention, reason)))
    .returning({ id: plans.id });
  if (called) await ctx.jobs.enqueue(tx, "plan-notice-mail", { plan_id, at: ctx.now.epochMilliseconds });
}
