import { eq } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { readSettings } from "~/features/settings/reads.server";
import type { Ctx } from "~/platform/context.server";

/** Tells the provider what a plan is now: ended, to end, paused or going on. Told twice is told once. */
export async function tellProvider(ctx: Ctx, planId: string): Promise<void> {
  const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, planId));
  if (!plan?.subscription_id) return;
  const { payments } = ctx;
  const id = plan.subscription_id;
  if (plan.status === "ended") return void (await payments.endSubscription(id, "now"));
  if (plan.ends_on) return void (await payments.endSubscription(id, "period end"));
  if (!plan.paused_from) return void (await payments.resumeSubscription(id));
  const zone = (await readSettings(ctx))["general.timezone"];
  const { resumes_on } = plan;
  const until = resumes_on === null ? null : Temporal.PlainDate.from(resumes_on).toZonedDateTime(zone);
  await payments.pauseSubscription(id, until?.toInstant() ?? null);
}
