import { and, eq, lte, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { PlanMove } from "~/features/booking/checkout/draft";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import { settleSubscription } from "~/features/plans/charge/charges.server";
import { changeLocked, type LockedPlan, type OnBehalfOf } from "~/features/plans/lock.server";
import { ownPlan } from "~/features/plans/ownership.server";
import type { PlanRefusal } from "~/features/plans/plan";
import { extendSchedule, readMissing, releaseVisits } from "~/features/plans/schedule/extend.server";
import { clashesOf, clashMessage, unseenClashes } from "~/features/plans/schedule/rules";
import { formatDate, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { endAfter, endLocked, syncSubscription } from "./end.server";
import {
  decideEnd,
  decidePause,
  decideResume,
  decideSkipMonth,
  type Pause,
  type Refused,
  whyNotEndNow,
} from "./rules";

/** `seen`: the date (`from`) that the customer was shown. */
export type PauseInput = { id: string; resumes_on: string | null; seen?: string };
export type PauseOutcome = { ok: true; paused_from: string; resumes_on: string | null } | PlanRefusal;

/** Pauses a plan from the end of the paid month, until a date or until it is resumed. */
export async function pausePlan(
  ctx: Ctx,
  input: PauseInput,
  onBehalfOf: OnBehalfOf = ctx,
): Promise<PauseOutcome> {
  if (input.resumes_on !== null && !isCalendarDate(input.resumes_on)) {
    const message = "Choose a day, or pause until you resume.";
    return { ok: false, reason: "invalid", field: "resumes_on", message };
  }
  return pause(ctx, input, onBehalfOf, "paused", ({ plan, at }) => decidePause(plan, at, input.resumes_on));
}

export type SkipMonthInput = { id: string; seen?: string };

/** Skips the coming month: no visits and no charge. */
export function skipMonth(
  ctx: Ctx,
  input: SkipMonthInput,
  onBehalfOf: OnBehalfOf = ctx,
): Promise<PauseOutcome> {
  return pause(ctx, input, onBehalfOf, "month skipped", ({ plan, at }) => decideSkipMonth(plan, at));
}

async function pause(
  ctx: Ctx,
  { id, seen }: { id: string; seen?: string },
  onBehalfOf: OnBehalfOf,
  what: "paused" | "month skipped",
  decide: (locked: LockedPlan) => Pause | Refused,
): Promise<PauseOutcome> {
  await hearOfCharge(ctx, onBehalfOf, id);
  return changeLocked(ctx, onBehalfOf, id, async (tx, locked): Promise<PauseOutcome> => {
    const { plan, at } = locked;
    const decision = decide(locked);
    if (!decision.ok) {
      const { field, message } = decision;
      return field
        ? { ok: false, reason: "invalid", field, message }
        : { ok: false, reason: "not possible", message };
    }
    const { from, paused_from, resumes_on } = decision;
    if (seen && seen !== from) return changed(`It would now pause on ${formatDate(from)}.`);
    const paused = { ...plan, paused_from, resumes_on };
    await store(tx, ctx, plan.id, {
      paused_from,
      resumes_on,
      status: paused_from <= at.today ? "paused" : plan.status,
    });
    await releaseVisits(tx, ctx, locked, { from, until: resumes_on });
    await extendSchedule(tx, ctx, { plan: paused, at }, { tell: true });
    await record(tx, ctx, plan.id, `plan.${what.replace(" ", "_")}`, { after: { paused_from, resumes_on } });
    await tell(tx, ctx, plan.id, what);
    return { ok: true, paused_from, resumes_on };
  });
}

/** `moves`: the accepted answers to clashes. `seen`: the date of the next charge that the customer was shown. */
export type ResumeInput = { id: string; moves?: PlanMove[]; seen?: string };
export type ResumeOutcome = { ok: true; from: string } | PlanRefusal;

/** Resumes a plan: at once if the pause has not begun, else with the next charged month. */
export async function resumePlan(
  ctx: Ctx,
  input: ResumeInput,
  onBehalfOf: OnBehalfOf = ctx,
): Promise<ResumeOutcome> {
  await hearOfCharge(ctx, onBehalfOf, input.id);
  return changeLocked(ctx, onBehalfOf, input.id, async (tx, { plan, at }): Promise<ResumeOutcome> => {
    const decision = decideResume(plan, at);
    if (!decision.ok) return { ok: false, reason: "not possible", message: decision.message };
    const { from, charge_on } = decision;
    if (input.seen && input.seen !== charge_on) {
      return changed(`The next charge would now be on ${formatDate(charge_on)}.`);
    }
    const span =
      from > at.today
        ? { paused_from: plan.paused_from, resumes_on: from }
        : { paused_from: null, resumes_on: null };
    const resumed = { ...plan, ...span };
    const layout = await readMissing({ db: tx, now: ctx.now }, resumed, at.today, input.moves);
    const clashes = clashesOf(layout);
    if (unseenClashes(layout, input.moves).length > 0)
      return { ok: false, reason: "clashes", message: clashMessage(clashes), clashes };
    const status = span.paused_from === null ? { status: "active" as const } : {};
    await store(tx, ctx, plan.id, { ...span, ...status });
    await extendSchedule(
      tx,
      ctx,
      { plan: { ...resumed, ...status }, at },
      { tell: true, moves: input.moves },
    );
    const before = { paused_from: plan.paused_from, resumes_on: plan.resumes_on };
    await record(tx, ctx, plan.id, "plan.resumed", { before, after: span });
    await tell(tx, ctx, plan.id, "resumed");
    return { ok: true, from };
  });
}

/** `seen`: the last date that the customer was shown. */
export type EndInput = { id: string; seen?: string };
export type EndOutcome = { ok: true; ends_on: string; now: boolean } | PlanRefusal;

/** Ends a plan after its paid month. */
export async function endPlan(ctx: Ctx, input: EndInput, onBehalfOf: OnBehalfOf = ctx): Promise<EndOutcome> {
  await hearOfCharge(ctx, onBehalfOf, input.id);
  return changeLocked(ctx, onBehalfOf, input.id, async (tx, locked): Promise<EndOutcome> => {
    const { plan, at } = locked;
    const decision = decideEnd(plan, at);
    if (!decision.ok) return { ok: false, reason: "not possible", message: decision.message };
    const { ends_on, now } = decision;
    if (input.seen && input.seen !== ends_on) return changed(`It would now end on ${formatDate(ends_on)}.`);
    if (now) {
      await endLocked(tx, ctx, locked, "as asked");
      return { ok: true, ends_on, now: true };
    }
    await endAfter(tx, ctx, locked, ends_on);
    await syncSubscription(tx, ctx, plan.id);
    return { ok: true, ends_on, now: false };
  });
}

/** Ends a plan at once, for staff. Refunds are made with its orders. */
export function endPlanNow(ctx: StaffCtx, { id }: { id: string }): Promise<EndOutcome> {
  return changeLocked(ctx, OFFICE_ACTOR, id, async (tx, locked): Promise<EndOutcome> => {
    const refusal = whyNotEndNow({ ...locked.plan, subscribed: locked.plan.subscription_id !== null });
    if (refusal) return { ok: false, reason: "not possible", message: refusal.message };
    await endLocked(tx, ctx, locked, "by staff");
    return { ok: true, ends_on: locked.at.today, now: true };
  });
}

/** Skips one visit, by its booking's id. Nothing is refunded. */
export type SkipVisitOutcome = { ok: true } | PlanRefusal;

export async function skipVisit(
  ctx: Ctx,
  { id }: { id: string },
  onBehalfOf: OnBehalfOf = ctx,
): Promise<SkipVisitOutcome> {
  const gone = { ok: false, reason: "not found", message: "We can't find this visit." } as const;
  if (!isUuid(id)) return gone;
  const [visit] = await ctx.db
    .select({ plan_id: bookings.plan_id })
    .from(bookings)
    .where(eq(bookings.id, id));
  if (!visit?.plan_id) return gone;
  const outcome = await cancelBooking(ctx, { id, refund: 0 }, onBehalfOf);
  if (outcome.ok) return { ok: true };
  if (outcome.reason === "not found") return gone;
  return { ok: false, reason: "not possible", message: outcome.message };
}

/** Clears what needs attention. */
export async function clearPlanAttention(ctx: StaffCtx, { id }: { id: string }): Promise<{ ok: boolean }> {
  if (!isUuid(id)) return { ok: false };
  return ctx.db.transaction(async (tx) => {
    const [plan] = await tx.select().from(plans).where(eq(plans.id, id)).for("update");
    if (!plan?.needs_attention) return { ok: plan !== undefined };
    await store(tx, ctx, id, { needs_attention: null });
    await record(tx, ctx, id, "plan.attention_cleared", { before: plan.needs_attention });
    return { ok: true };
  });
}

/** Settles the subscription first if a charge is due about now: a month that was just charged is paid. */
async function hearOfCharge(ctx: Ctx, onBehalfOf: OnBehalfOf, id: string): Promise<void> {
  if (!isUuid(id)) return;
  const [due] = await ctx.db
    .select({ subscription: plans.subscription_id })
    .from(plans)
    .where(
      and(
        eq(plans.id, id),
        ownPlan(onBehalfOf.actor),
        ne(plans.status, "ended"),
        lte(plans.period_end, ctx.now.add({ minutes: 5 })),
      ),
    );
  if (!due?.subscription) return;
  await settleSubscription(ctx, due.subscription).catch((err) =>
    ctx.log.warn({ err, plan: id }, "a plan's charge could not be asked for before a change"),
  );
}

async function store(tx: Database, ctx: Ctx, id: string, set: Partial<typeof plans.$inferInsert>) {
  await tx
    .update(plans)
    .set({ ...set, updated_at: ctx.now })
    .where(eq(plans.id, id));
}

function record(tx: Database, ctx: Ctx, entity_id: string, action: string, details: Record<string, unknown>) {
  return recordAudit(tx, ctx, { action, entity: "plan", entity_id, details });
}

async function tell(tx: Database, ctx: Ctx, plan_id: string, what: string) {
  await syncSubscription(tx, ctx, plan_id);
  await ctx.jobs.enqueue(tx, "plan-changed-mail", { plan_id, what, at: ctx.now.epochMilliseconds });
}

function changed(message: string): PlanRefusal {
  return { ok: false, reason: "changed", message: `This plan has changed in the meantime. ${message}` };
}
