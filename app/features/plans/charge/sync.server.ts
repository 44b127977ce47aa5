import { and, asc, eq, getTableColumns, lte } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { readSettings } from "~/features/operations/settings/queries.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { resumesAt } from "~/features/plans/change/rules";
import { planVersion } from "~/features/plans/lock.server";
import { readPriceChanges } from "~/features/plans/prices/store.server";
import type { PlanRow } from "~/features/plans/schedule/visits.server";
import { companyToday } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import { sweep } from "~/platform/jobs/sweep.server";
import { InvoiceStaysOpen, type Subscription } from "~/platform/outside/payment-gateway";

const ROUNDS = 10;

/**
 * Sends a plan's state to the provider: ended, ending, paused or active, and its price if that has changed. Sending twice is safe, and a change during the call
 * is sent after it. Throws if the provider has not accepted it.
 */
export async function syncProvider(ctx: Ctx, planId: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [plan] = await ctx.db
      .select({ ...getTableColumns(plans), version: planVersion })
      .from(plans)
      .where(eq(plans.id, planId));
    if (!plan?.subscription_id) return;
    const told = await tell(ctx, plan, plan.subscription_id).catch(async (error) => {
      if (error instanceof InvoiceStaysOpen)
        await ctx.db.transaction((tx) => flagForAttention(tx, ctx, planId, STAYS_OPEN));
      throw error;
    });
    if (!told) throw new Error(`The provider knows no subscription of plan ${planId}`);
    const heard = await ctx.db
      .update(plans)
      .set({ untold_since: null, told_at: ctx.now })
      .where(and(eq(plans.id, planId), eq(planVersion, plan.version)))
      .returning({ id: plans.id });
    if (heard.length > 0) return;
  }
  throw new Error(`Plan ${planId} keeps changing while its provider is told`);
}

async function tell(ctx: Ctx, plan: PlanRow, id: string): Promise<Subscription | null> {
  const told = await tellState(ctx, plan, id);
  if (!told || told.status === "ended" || told.amount === plan.amount) return told;
  const changed = await readPriceChanges(ctx, plan.id);
  return changed.length > 0 ? ctx.payments.changePrice(id, plan.amount) : told;
}

async function tellState(ctx: Ctx, plan: PlanRow, id: string): Promise<Subscription | null> {
  const { payments, now } = ctx;
  const zone = (await readSettings(ctx))["general.timezone"];
  if (plan.status === "ended") return payments.endSubscription(id, "now");
  if (plan.ends_on) {
    const over = plan.ends_on < companyToday(now, zone); // its period's end would be a month later by now
    return payments.endSubscription(id, over ? "now" : "period end");
  }
  if (!plan.paused_from) return payments.resumeSubscription(id);
  const until = plan.resumes_on === null ? null : resumesAt(plan.resumes_on, zone);
  return payments.pauseSubscription(id, until);
}

const A_RUN = 200;
const UNHEARD_HOURS = 24;

/** Sends again what providers have not accepted yet. Flags the plan after a day. */
export async function syncPending(ctx: Ctx): Promise<void> {
  const pending = await ctx.db
    .select({ id: plans.id, since: plans.untold_since })
    .from(plans)
    .where(lte(plans.untold_since, ctx.now.subtract({ minutes: 5 })))
    .orderBy(asc(plans.untold_since))
    .limit(A_RUN);
  const late = ctx.now.subtract({ hours: UNHEARD_HOURS });
  const syncOne = ({ id, since }: (typeof pending)[number]) =>
    syncProvider(ctx, id).catch(async (error) => {
      const isLate = since && Temporal.Instant.compare(since, late) <= 0;
      if (isLate && !(error instanceof InvoiceStaysOpen))
        await ctx.db.transaction((tx) => flagForAttention(tx, ctx, id, UNHEARD));
      throw error;
    });
  await sweep(ctx, pending, syncOne, "a plan could not be synced with the provider");
}

const STAYS_OPEN =
  "The last invoice of this plan can still be paid: the payment provider's key has no right to void it. Void it there, and let the key write invoices.";
const UNHEARD = "A change could not be sent to the payment provider for a day. Check the subscription there.";
