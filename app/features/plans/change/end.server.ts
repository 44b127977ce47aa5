import { eq, gt, sql } from "drizzle-orm";
import { plan_prices, plans } from "~/db/schema/plans";
import type { LockedPlan } from "~/features/plans/lock.server";
import { takeBackPrices } from "~/features/plans/prices/store.server";
import { extendSchedule, releaseVisits } from "~/features/plans/schedule/extend.server";
import { addDays } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { paidUntilOf } from "./rules";

/** Who or what ends a plan. */
export type EndReason = "as asked" | "by staff" | "given back" | "unpaid" | "ended at the provider";

/**
 * Ends a locked plan now and releases its visits, except those of a paid month that were moved beyond it, unless staff or
 * the provider end it. The customer gets an email. `paidUntil`: the first date that is not paid, if more is known than by
 * the plan.
 */
export async function endLocked(
  tx: Database,
  ctx: Ctx,
  locked: LockedPlan,
  why: EndReason,
  paidUntil = paidUntilOf(locked.plan, locked.at),
): Promise<void> {
  const { plan, at } = locked;
  if (plan.status === "ended") return;
  await tx
    .update(plans)
    .set({
      status: "ended",
      ends_on: plan.ends_on ?? at.today,
      ended_at: ctx.now,
      hold_expires_at: null,
      past_due_since: null,
      invoice_url: null,
      paused_from: null,
      resumes_on: null,
      updated_at: ctx.now,
    })
    .where(eq(plans.id, plan.id));
  await takeBackPrices(tx, ctx, locked, "dropped");
  const keepsPaid = why === "as asked" || why === "unpaid";
  await releaseVisits(tx, ctx, locked, { from: keepsPaid ? paidUntil : "", paidUntil });
  await recordAudit(tx, ctx, {
    action: "plan.ended",
    entity: "plan",
    entity_id: plan.id,
    details: { why, before: { status: plan.status }, after: { status: "ended" } },
  });
  await syncSubscription(tx, ctx, plan.id);
  await ctx.jobs.enqueue(tx, "plan-ended-mail", { plan_id: plan.id, why });
}

/** Ends a locked plan after a last day and releases the visits after it. The customer gets an email. */
export async function endAfter(tx: Database, ctx: Ctx, locked: LockedPlan, ends_on: string): Promise<void> {
  const { plan, at } = locked;
  const ending = { ends_on, paused_from: null, resumes_on: null };
  await tx
    .update(plans)
    .set({ ...ending, status: plan.status, updated_at: ctx.now })
    .where(eq(plans.id, plan.id));
  await takeBackPrices(tx, ctx, locked, "dropped", gt(plan_prices.starts_on, ends_on));
  await releaseVisits(tx, ctx, locked, { from: addDays(ends_on, 1) });
  await extendSchedule(tx, ctx, { plan: { ...plan, ...ending }, at }, { tell: true });
  const details = { before: { ends_on: null }, after: { ends_on } };
  await recordAudit(tx, ctx, { action: "plan.ending", entity: "plan", entity_id: plan.id, details });
  const news = { plan_id: plan.id, what: "ending", at: ctx.now.epochMilliseconds };
  await ctx.jobs.enqueue(tx, "plan-changed-mail", news);
}

/** Enqueues a sync of the plan with its provider, retried until that has accepted it. */
export async function syncSubscription(
  tx: Database,
  ctx: Pick<Ctx, "jobs" | "now">,
  plan_id: string,
): Promise<void> {
  const since = sql`coalesce(${plans.untold_since}, ${ctx.now.toString()}::timestamptz)`;
  await tx.update(plans).set({ untold_since: since }).where(eq(plans.id, plan_id));
  await ctx.jobs.enqueue(tx, "plan-subscription", { plan_id });
}
