import { and, eq, inArray, isNull } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import type { Ctx } from "~/platform/context.server";

const TRIAL = "test-checkout";

/** Once money is real, nothing is charged for plans that were begun with the test checkout: staff end them. */
export async function flagTrials({ db, payments, now }: Ctx): Promise<void> {
  if ((await payments.current()).provider === TRIAL) return;
  await db
    .update(plans)
    .set({
      needs_attention: "Begun with the test checkout: nothing is charged for it. End it.",
      updated_at: now,
    })
    .where(
      and(
        eq(plans.provider, TRIAL),
        inArray(plans.status, ["active", "paused", "past_due"]),
        isNull(plans.needs_attention),
      ),
    );
}
