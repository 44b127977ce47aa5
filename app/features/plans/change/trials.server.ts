import { and, eq, inArray } from "drizzle-orm";
import { withoutReason } from "~/db/attention";
import { plans } from "~/db/schema/plans";
import { flagForAttention } from "~/features/plans/charge/flag.server";
import { TEST_PROVIDER } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";

const REASON = "Started with the test checkout, so nothing is charged. End it.";

/** Where the test checkout is not in use any more, nothing is charged for plans that were begun with it: staff end them. */
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
