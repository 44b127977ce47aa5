import { asc, eq, inArray } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { endLocked, syncSubscription } from "~/features/plans/change/end.server";
import { lockAnyPlan, retryWhenTaken } from "~/features/plans/lock.server";
import { applyPrice } from "~/features/plans/prices/apply.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { extendSchedule } from "./extend.server";

/** Extends the schedule of every plan; begins and ends pauses. Safe to repeat. */
export async function extendSchedules(ctx: Ctx): Promise<void> {
  const going = await ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(inArray(plans.status, ["active", "paused", "past_due"]))
    .orderBy(asc(plans.created_at), asc(plans.id));
  for (const { id } of going) {
    await retryWhenTaken(() => ctx.db.transaction((tx) => advancePlan(tx, { ...ctx, db: tx }, id))).catch(
      (err) => ctx.log.error({ err, plan: id }, "a plan could not be laid out"),
    );
  }
}

async function advancePlan(tx: Database, ctx: Ctx, id: string): Promise<void> {
  const locked = await lockAnyPlan(tx, ctx, id);
  if (!locked || locked.plan.status === "ended" || locked.plan.status === "pending") return;
  const { plan, at } = locked;
  if (plan.ends_on && plan.ends_on < at.today) return endLocked(tx, ctx, locked, "as asked");
  await applyPrice(tx, ctx, locked);
  const over = plan.resumes_on !== null && plan.resumes_on <= at.today;
  const begun = plan.paused_from !== null && plan.paused_from <= at.today;
  const next = over
    ? { status: "active" as const, paused_from: null, resumes_on: null }
    : begun && plan.status === "active"
      ? { status: "paused" as const }
      : null;
  const advanced = { ...plan, ...(plan.status !== "past_due" && next) };
  if (next && plan.status !== "past_due") {
    await tx
      .update(plans)
      .set({ ...next, updated_at: ctx.now })
      .where(eq(plans.id, id));
    if (over) await syncSubscription(tx, ctx, id);
    await recordAudit(tx, ctx, {
      action: over ? "plan.went_on" : "plan.pause_began",
      entity: "plan",
      entity_id: id,
    });
  }
  await extendSchedule(tx, ctx, { plan: advanced, at }, { tell: true });
}
