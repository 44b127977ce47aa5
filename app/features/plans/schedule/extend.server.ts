// Rooms: a plan adds visits (booking) to free slots (scheduling), and partners hear of them (integrations).
import { and, asc, eq, ne, not } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import type { PlanMove } from "~/features/booking/checkout/draft";
import { chargedMonthOf } from "~/features/booking/manage/reschedule";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { paidUntilOf } from "~/features/plans/change/rules";
import { isCalledUncharged, withoutUncharged } from "~/features/plans/charge/rules";
import type { LockedPlan } from "~/features/plans/lock.server";
import { PLAN_VISITS } from "~/features/plans/plan";
import { earlierOf, visitDate } from "~/features/scheduling/availability/rhythm";
import { isSlotTime, type SlotTime } from "~/features/scheduling/availability/slots";
import { formatDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type AssignedVisit, type CrewAssignment, clashesOf, nextVisits } from "./rules";
import {
  assignCrews,
  copied,
  countScheduled,
  isReleased,
  type PlanRow,
  placeOf,
  readRules,
  storeVisits,
} from "./visits.server";

/** Returns the next visits that have no booking yet, each with a crew if one is free. */
export async function readMissing(
  ctx: Pick<Ctx, "db" | "now">,
  plan: PlanRow,
  today: string,
  moves: readonly PlanMove[] = [],
): Promise<CrewAssignment> {
  const rows = await ctx.db
    .select({ visit: bookings.plan_visit })
    .from(bookings)
    .where(and(eq(bookings.plan_id, plan.id), not(isReleased ?? eq(bookings.id, bookings.id))));
  const there = new Set(rows.map(({ visit }) => visit));
  const span = {
    today,
    paused_from: plan.paused_from,
    resumes_on: plan.resumes_on,
    ends_on: plan.ends_on,
  };
  const visits = nextVisits(plan, span, PLAN_VISITS)
    .filter(({ visit }) => !there.has(visit))
    .map((next) => ({ ...next, time: timeOf(plan, next.visit) }));
  return assignCrews(ctx, {
    visits,
    time: timeOf(plan),
    minutes: plan.visit_minutes,
    town: plan.city,
    zip: plan.zip_code,
    service_id: plan.service_id,
    crew_id: plan.crew_id,
    draft_id: plan.status === "pending" ? plan.draft_id : null,
    moves,
  });
}

/**
 * Adds the missing next visits of a locked plan. A clash moves to the nearest free time, and the customer gets an email
 * if `tell`; without one the visit is flagged for staff. Repeating it changes nothing.
 */
export async function extendSchedule(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  { tell, moves }: { tell: boolean; moves?: readonly PlanMove[] },
): Promise<void> {
  const db = { db: tx, now: ctx.now };
  let layout = await readMissing(db, plan, at.today, moves);
  const proposed = clashesOf(layout).flatMap(({ visit, proposal }) =>
    proposal ? [{ visit, ...proposal }] : [],
  );
  if (proposed.length > 0) {
    layout = await readMissing(db, plan, at.today, [...(moves ?? []), ...proposed].reverse());
  }
  const rules = await readRules({ db: tx }, plan.visit_minutes);
  for (const { date, time } of layout.visits) {
    await releaseExpiredHolds(tx, ctx, placeOf({ date, time }, rules).blocked);
  }
  const as = { status: "confirmed", hold_expires_at: null } as const;
  const stored = await storeVisits(tx, ctx, plan, layout.visits, as);
  for (const { id } of stored) await publishBookingEvent(tx, ctx, "booking.confirmed", id);
  const flagged = await flagVisits(tx, ctx, plan, layout.visits);
  if (tell) {
    const moved = new Set(proposed.map(({ visit }) => visit));
    for (const { id, visit } of stored) {
      if (moved.has(visit)) await ctx.jobs.enqueue(tx, "plan-visit-moved-mail", { booking_id: id });
    }
  }
  if (plan.visits_laid > 0) await notifyCrews(tx, ctx, stored);
  for (const id of flagged) await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: id });
  const crew_id = layout.crew_id ?? plan.crew_id;
  await tx
    .update(plans)
    .set({ visits_laid: await countScheduled(tx, plan), crew_id, updated_at: ctx.now })
    .where(eq(plans.id, plan.id));
}

/** Tells crews that released visits are back. */
async function notifyCrews(tx: Database, ctx: Ctx, stored: Awaited<ReturnType<typeof storeVisits>>) {
  for (const { id: booking_id, sequence, crew_id, date, time } of stored) {
    if (sequence === 0) continue;
    const news = { booking_id, sequence, crew_id, had: false, before: { date, time } };
    await ctx.jobs.enqueue(tx, "crew-visit-mail", news);
  }
}

/** Flags visits for which no time nearby is free. */
export async function flagVisits(
  tx: Database,
  ctx: Ctx,
  plan: PlanRow,
  visits: readonly AssignedVisit[],
): Promise<string[]> {
  const rules = await readRules({ db: tx }, plan.visit_minutes);
  const flagged: string[] = [];
  for (const { visit, date, time, clash } of visits) {
    if (!clash) continue;
    const waiting = {
      ...placeOf({ date, time }, rules),
      status: "pending" as const,
      crew_id: null,
      hold_expires_at: null,
      needs_attention: `Visit ${visit} of a plan couldn't be scheduled: ${clash.why} Reschedule it, or call the customer.`,
      updated_at: ctx.now,
    };
    const [row] = await tx
      .insert(bookings)
      .values({ ...copied(plan), ...waiting, plan_visit: visit, created_at: ctx.now })
      .onConflictDoUpdate({
        target: [bookings.plan_id, bookings.plan_visit],
        set: waiting,
        setWhere: isReleased,
      })
      .returning({ id: bookings.id });
    if (row) flagged.push(row.id);
  }
  return flagged;
}

type Released = { from: string; until?: string | null; paidUntil?: string };

/**
 * Releases the upcoming visits of a locked plan whose own day is in a range, wherever they were moved. Tells their
 * crews. Flags paid visits, and visits before their month that will not be paid. `paidUntil`: the first date not paid.
 */
export async function releaseVisits(
  tx: Database,
  ctx: Ctx,
  { plan, at }: LockedPlan,
  { paidUntil = paidUntilOf(plan, at), ...span }: Released,
): Promise<void> {
  const kept = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.plan_id, plan.id), ne(bookings.status, "cancelled")))
    .orderBy(asc(bookings.starts_at))
    .for("update");
  const belonging = kept.filter((visit) => isOwnDayWithin(plan, visit, span));
  const hasBegun = ({ starts_at }: Visit) => Temporal.Instant.compare(starts_at, ctx.now) <= 0;
  const released = belonging.filter((visit) => visit.status !== "completed" && !hasBegun(visit));
  const isPaid = (visit: Visit) => ownDay(plan, visit) < paidUntil;
  const early = belonging.filter(
    (visit) => hasBegun(visit) && ownDay(plan, visit) > at.today && !isPaid(visit),
  );
  const paid = released.filter(
    (visit) =>
      visit.status === "confirmed" &&
      isPaid(visit) &&
      !isCalledUncharged(plan.needs_attention, ownMonth(plan, visit, at.zone)),
  );
  await dropSettledCalls(tx, { plan, at }, kept, released);
  for (const { scheduled_date } of early) await flagForAttention(tx, ctx, plan.id, cameEarly(scheduled_date));
  if (paid.length > 0) await flagForAttention(tx, ctx, plan.id, paidAndCancelled(paid));
  await releaseRows(tx, ctx, released);
}

/** Releases locked visits of a plan. Tells partners and their crews. */
export async function releaseRows(tx: Database, ctx: Ctx, released: readonly Visit[]): Promise<void> {
  for (const visit of released) {
    const calendar_sequence = visit.calendar_sequence + 1;
    await tx
      .update(bookings)
      .set({
        status: "cancelled",
        hold_expires_at: null,
        needs_attention: null,
        calendar_sequence,
        updated_at: ctx.now,
      })
      .where(eq(bookings.id, visit.id));
    if (visit.status === "confirmed") await publishBookingEvent(tx, ctx, "booking.cancelled", visit.id);
    if (visit.crew_id && visit.status === "confirmed") {
      const before = { date: visit.scheduled_date, time: visit.scheduled_time };
      const news = { booking_id: visit.id, sequence: calendar_sequence, crew_id: visit.crew_id, had: true };
      await ctx.jobs.enqueue(tx, "crew-visit-mail", { ...news, before });
    }
  }
}

type Visit = typeof bookings.$inferSelect;

function isOwnDayWithin(plan: PlanRow, visit: Visit, { from, until = null }: Released): boolean {
  const day = ownDay(plan, visit);
  return day >= from && (until === null || day < until);
}

/** The day a visit was planned for. The month of that day pays for it. */
function ownDay(plan: PlanRow, { plan_visit, scheduled_date }: Visit): string {
  return plan_visit === null ? scheduled_date : visitDate(plan, plan_visit);
}

/** Removes the flag of an uncharged month once its last visit is released. */
async function dropSettledCalls(tx: Database, { plan, at }: LockedPlan, kept: Visit[], released: Visit[]) {
  const monthOf = (visit: Visit) => ownMonth(plan, visit, at.zone);
  const stay = new Set(kept.filter((visit) => !released.includes(visit)).map(monthOf));
  const gone = released.map(monthOf).filter((month) => month !== "" && !stay.has(month));
  const [now] = await tx.select({ calls: plans.needs_attention }).from(plans).where(eq(plans.id, plan.id));
  const needs_attention = withoutUncharged(now?.calls ?? null, gone);
  if (needs_attention !== (now?.calls ?? null))
    await tx.update(plans).set({ needs_attention }).where(eq(plans.id, plan.id));
}

/** The first day of the charged month of a visit; none before the first charge. */
function ownMonth(plan: PlanRow, visit: Visit, zone: string): string {
  const { period_end, billing_anchor } = plan;
  if (!period_end) return "";
  return chargedMonthOf(ownDay(plan, visit), { end: period_end, anchor: billing_anchor }, zone).first;
}

function cameEarly(date: string): string {
  return `The visit on ${formatDate(date)} was for a month that will not be charged. Charge it another way.`;
}

function paidAndCancelled(visits: readonly Visit[]): string {
  const days = visits.map(({ scheduled_date }) => formatDate(scheduled_date)).join("; ");
  return `Paid visits were cancelled with the plan: ${days}. Refund them, or arrange other times.`;
}

/** The start of a plan's visits, or of one that an earlier rhythm scheduled. */
export function timeOf(
  plan: Pick<PlanRow, "slot_time" | "first_visit" | "earlier_rhythms">,
  visit = plan.first_visit,
): SlotTime {
  const stored = earlierOf(plan, visit)?.time ?? plan.slot_time;
  const time = formatTime(stored);
  if (!isSlotTime(time)) throw new Error(`${stored} is no time of a slot`);
  return time;
}
