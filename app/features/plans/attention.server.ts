import { and, eq, inArray } from "drizzle-orm";
import { withoutReason, withReason } from "~/db/attention";
import { plans } from "~/db/schema/plans";
import { TEST_PROVIDER } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Adds a reason for attention to a plan. The office gets a notice the first time. */
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

const REASON = "Started with the test checkout, so nothing is charged. End it.";

/** Flags plans of the test checkout if that is no longer in use: they charge nothing. */
export async function flagTrials(ctx: Ctx): Promise<void> {
  if ((await ctx.payments.way()) === "test checkout") return;
  const trials = await ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(
      and(
        eq(plans.provider, TEST_PROVIDER),
        inArray(plans.status, ["active", "paused", "past_due"]),
        withoutReason(plans.needs_attention, REASON),
      ),
    );
  for (const { id } of trials) await ctx.db.transaction((tx) => flagForAttention(tx, ctx, id, REASON));
}
