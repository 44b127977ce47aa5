import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { releasePlans } from "~/features/booking/release.server";
import { endLocked, syncSubscription } from "~/features/plans/change/end.server";
import { settlePlanSession } from "~/features/plans/charge/settle.server";
import { lockAnyPlan } from "~/features/plans/lock.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { EXCLUSION_VIOLATION, postgresCode } from "~/platform/database.server";
import { sweep } from "~/platform/sweep.server";
import { extendSchedule } from "./extend.server";

/** Lays out the next visits of every plan, and lets pauses begin and end. Doing it again changes nothing. */
export async function extendSchedules(ctx: Ctx): Promise<void> {
  const going = await ctx.db
    .select({ id: plans.id })
    .from(plans)
    .where(inArray(plans.status, ["active", "paused", "past_due"]))
    .orderBy(asc(plans.created_at), asc(plans.id));
  for (const { id } of going) {
    await extendPlan(ctx, id).catch((err) =>
      ctx.log.error({ err, plan: id }, "a plan could not be laid out"),
    );
  }
}

async function extendPlan(ctx: Ctx, id: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction((tx) => roll({ ...ctx, db: tx }, id));
    } catch (error) {
      if (attempt > 2 || postgresCode(error) !== EXCLUSION_VIOLATION) throw error; // somebody took a slot: look again
    }
  }
}

async function roll(ctx: Ctx, id: string): Promise<void> {
  const tx = ctx.db;
  const locked = await lockAnyPlan(tx, ctx, id);
  if (!locked || locked.plan.status === "ended" || locked.plan.status === "pending") return;
  const { plan, at } = locked;
  if (plan.ends_on && plan.ends_on < at.today) return endLocked(tx, ctx, locked, "as asked");
  const over = plan.resumes_on !== null && plan.resumes_on <= at.today;
  const begun = plan.paused_from !== null && plan.paused_from <= at.today;
  const next = over
    ? { status: "active" as const, paused_from: null, resumes_on: null }
    : begun && plan.status === "active"
      ? { status: "paused" as const }
      : null;
  const rolled = { ...plan, ...(plan.status !== "past_due" && next) };
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
  await extendSchedule(tx, ctx, { plan: rolled, at }, { tell: true });
}

/** Ends the plans that nobody paid for in time, as the checkout says; at most 100 at a time. */
export async function expirePlanHolds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: plans.id, session: orders.payment_session_id })
    .from(plans)
    .innerJoin(orders, eq(orders.plan_id, plans.id))
    .where(and(eq(plans.status, "pending"), lte(plans.hold_expires_at, ctx.now)))
    .orderBy(asc(plans.hold_expires_at))
    .limit(100);
  await sweep(ctx, due, ({ id, session }) => endHold(ctx, id, session), "a plan's hold could not be ended");
}

async function endHold(ctx: Ctx, id: string, sessionId: string | null): Promise<void> {
  const session = sessionId === null ? null : await ctx.payments.expireSession(sessionId);
  if (session) await settlePlanSession(ctx, session);
  else await ctx.db.transaction((tx) => releasePlans(tx, ctx, [id], "hold expired"));
}
