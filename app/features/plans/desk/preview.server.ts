// Rooms: visits (booking) get other places (scheduling), and customers a phone number to call (operations).
import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { isLate } from "~/features/booking/booking";
import type { Place } from "~/features/booking/checkout/plan-visits";
import { chargedMonthOf, minutesOf } from "~/features/booking/manage/reschedule";
import { readCompany } from "~/features/operations/settings/queries.server";
import { dayOf, paidUntilOf } from "~/features/plans/change/rules";
import type { LockedPlan } from "~/features/plans/lock.server";
import { PLAN_VISITS } from "~/features/plans/plan";
import { timeOf } from "~/features/plans/schedule/extend.server";
import { type AssignedVisit, clashesOf } from "~/features/plans/schedule/rules";
import { assignCrews, type PlanRow } from "~/features/plans/schedule/visits.server";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { readStartTimes } from "~/features/scheduling/availability/availability.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { parseSlotTime } from "~/features/scheduling/availability/slots";
import { notInZip } from "~/features/scheduling/roads/area";
import { addDays, formatDate, formatTime } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { ChangeWish } from "./forms";
import { priceChange, type Repriced, repriced } from "./pricing.server";
import {
  crowdedMessage,
  crowdedMonth,
  type KnownVisit,
  lostMessage,
  lostVisits,
  packedMessage,
  rhythmFrom,
  type Target,
  targetsOf,
} from "./rules";

export type VisitRow = typeof bookings.$inferSelect;

/** A visit and what becomes of it. `place` has no crew if no time near it is free. */
export type Placing = Target & {
  row: VisitRow | null;
  /** It keeps its time and crew. */
  stays: boolean;
  place: AssignedVisit | null;
  /** Why it can't be at the plan's own time. */
  why: string | null;
};

/** All that a change does. Nothing is saved. */
export type PlannedChange = Repriced & {
  ok: true;
  wish: ChangeWish;
  /** The plan with its new columns, which its visits copy. A change of one visit doesn't save them. */
  plan: PlanRow;
  placings: Placing[];
  /** Visits ahead that it leaves alone: earlier ones, skipped ones. */
  others: KnownVisit[];
  /** How many visits of the paid time are added without another charge. */
  free: number;
  /** Equal for changes that do the same. */
  fingerprint: string;
};

export type ChangeRefused = { ok: false; field: string; message: string };

/** Days from its own day within which the first visit of a change may be. */
const MOST_DAYS = 31;

/** Works out a change of a locked plan, or of one that was only read. `of`: who asks; customers choose from fewer visits. */
export async function planChange(
  ctx: Pick<Ctx, "db" | "now">,
  { plan, at }: LockedPlan,
  wish: ChangeWish,
  of: "staff" | "customer",
): Promise<PlannedChange | ChangeRefused> {
  if (plan.status === "ended" || plan.status === "pending" || !plan.period_end)
    return refuse("visit", "This plan isn't running, so it can't be changed.");
  const rows = await ctx.db
    .select()
    .from(bookings)
    .where(eq(bookings.plan_id, plan.id))
    .orderBy(asc(bookings.plan_visit));
  const known = rows.map((row) => knownVisit(plan, row, ctx.now));
  const chosen = known.find(({ id }) => id === wish.visit);
  const first = rows.find(({ id }) => id === wish.visit);
  if (chosen?.state !== "ahead" || !first)
    return refuse("visit", "This visit can no longer be changed. Choose another one.");
  if (of === "customer" && isLate(first, ctx.now))
    return refuse("visit", "This visit is too soon to change. Choose a later one.");
  const refused =
    (await refuseStart(ctx, plan, wish, chosen, at.today)) ?? (await refuseArea(ctx, plan, wish));
  if (refused) return refused;
  const priced = await priceChange(ctx, plan, wish);
  if (!priced.ok) return priced;
  const changed: PlanRow = { ...plan, ...priced.work, ...placeColumns(wish), ...crewOf(plan, wish) };
  const slot_time = parseSlotTime(wish.time)?.toString({ smallestUnit: "second" }) ?? plan.slot_time;
  const from = { visit: chosen.visit, date: wish.date, slot_time, frequency: changed.frequency };
  const highest = known.at(-1)?.visit ?? 0;
  const isOne = wish.scope === "one";
  const rhythm = isOne ? { ...rhythmColumns(plan), renumbered: false } : rhythmFrom(plan, from, highest);
  const shifts = rhythm.renumbered || rhythm.first_date !== plan.first_date || slot_time !== plan.slot_time;
  const span = { ...plan, today: at.today };
  const targets: Target[] = isOne
    ? [{ number: chosen.visit, own: chosen.own, known: chosen, to: { date: wish.date, time: wish.time } }]
    : targetsOf(known, { from: chosen.visit, rhythm, time: wish.time, shifts }, span, PLAN_VISITS);
  const paidUntil = paidUntilOf(plan, at);
  const lost = isOne ? 0 : lostVisits(known, targets, chosen.visit, paidUntil);
  if (lost > 0) return refuse("date", lostMessage(lost, paidUntil));
  if (of === "customer") {
    const months = { end: plan.period_end, anchor: plan.billing_anchor };
    const monthOf = (own: string) => chargedMonthOf(own, months, at.zone);
    const change = { from: chosen.visit, frequency: rhythm.frequency };
    const { phone } = await readCompany(ctx);
    if (lost < 0) return refuse("date", packedMessage(-lost, paidUntil, phone));
    const crowded = crowdedMonth(known, targets, change, (own) => monthOf(own).first);
    if (crowded) return refuse("date", crowdedMessage(crowded.visits, monthOf(crowded.month), phone));
  }
  const placings = await placeTargets(ctx, { before: plan, plan: changed }, targets, rows, wish);
  const asked = priced.price && { ...priced.price, starts_on: startsOn(plan, wish.date, at.zone) };
  const prices = await repriced(ctx, { plan, at }, asked);
  const planned = {
    ...prices,
    ...{ wish, placings, free: -lost, others: othersOf(known, placings, at.today) },
    plan: { ...changed, ...rhythmColumns(rhythm) },
  };
  return { ok: true, ...planned, fingerprint: fingerprintOf(planned) };
}

function othersOf(known: readonly KnownVisit[], placings: readonly Placing[], today: string): KnownVisit[] {
  const changed = new Set(placings.map(({ row }) => row?.id));
  const shown = ({ id, state, date }: KnownVisit) =>
    !changed.has(id) && (state === "ahead" || (state === "skipped" && date >= today));
  return known.filter(shown);
}

type RhythmColumns = Pick<
  PlanRow,
  "first_date" | "frequency" | "first_visit" | "slot_time" | "earlier_rhythms"
>;

function rhythmColumns({ first_date, frequency, first_visit, slot_time, earlier_rhythms }: RhythmColumns) {
  return { first_date, frequency, first_visit, slot_time, earlier_rhythms };
}

function knownVisit(plan: PlanRow, row: VisitRow, now: Temporal.Instant): KnownVisit {
  const visit = row.plan_visit ?? 0;
  const own = visitDate(plan, visit);
  const time = formatTime(row.scheduled_time) as Place["time"];
  const begun = Temporal.Instant.compare(row.starts_at, now) <= 0;
  const cancelled = row.cancelled_at ? "skipped" : "given up";
  return {
    ...{ id: row.id, visit, own, date: row.scheduled_date, time },
    state: row.status === "cancelled" ? cancelled : begun || row.status === "completed" ? "done" : "ahead",
    moved: row.scheduled_date !== own || time !== timeOf(plan, visit),
  };
}

async function refuseStart(
  ctx: Pick<Ctx, "db">,
  plan: PlanRow,
  { date, time, scope }: ChangeWish,
  chosen: KnownVisit,
  today: string,
): Promise<ChangeRefused | null> {
  const times = await readStartTimes(ctx, plan.service_id);
  if (!times.includes(time) && time !== chosen.time && time !== timeOf(plan))
    return refuse("time", `Choose one of these times: ${times.join(", ")}.`);
  if (date < today) return refuse("date", "Date is in the past. Choose today or a later day.");
  const last = addDays(chosen.own, MOST_DAYS);
  if (date > last) return refuse("date", `Choose a day up to ${formatDate(last)}, or a later visit.`);
  if (scope === "one" || chosen.visit === 1) return null;
  const before = visitDate(plan, chosen.visit - 1);
  return date > before
    ? null
    : refuse("date", `Choose a day after the visit before it, on ${formatDate(before)}.`);
}

/** An address outside the service area can't be reached from then on. One that stays as it is was agreed. */
async function refuseArea(
  ctx: Pick<Ctx, "db">,
  plan: PlanRow,
  { rest }: ChangeWish,
): Promise<ChangeRefused | null> {
  if (!rest || rest.zip === plan.zip_code || comesTo(await readArea(ctx), rest.zip)) return null;
  return refuse("zip", notInZip(rest.zip));
}

function placeColumns({ rest }: ChangeWish) {
  if (!rest) return {};
  const { street, apartment, city, state, zip, property_id } = rest;
  const place = { address_line1: street, address_line2: apartment || null, city, state, zip_code: zip };
  return { ...place, ...(property_id && { property_id }) };
}

function crewOf({ crew_id }: PlanRow, { rest }: ChangeWish) {
  return { crew_id: rest?.crew_id ?? crew_id };
}

/** The first charge that costs the new price: that of the first visit's month, or the next one if that month is paid. */
function startsOn(plan: PlanRow, date: string, zone: string): string {
  const end = plan.period_end;
  if (!end) return date;
  const next = dayOf(end, { zone });
  const { first } = chargedMonthOf(date, { end, anchor: plan.billing_anchor }, zone);
  return first > next ? first : next;
}

/** Gives each visit a crew by the current calendar; clashes go to the time that is proposed. */
async function placeTargets(
  ctx: Pick<Ctx, "db" | "now">,
  plans: Plans,
  targets: readonly Target[],
  rows: readonly VisitRow[],
  { time, rest }: ChangeWish,
): Promise<Placing[]> {
  const { plan } = plans;
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const known = targets.map((target) => {
    const row = (target.known && rowOf.get(target.known.id)) || null;
    return { target, row, stays: row !== null && keepsPlace(plans, target, row, rest?.crew_id ?? null) };
  });
  const moving = known.filter(({ target, stays }) => target.to !== null && !stays);
  const asked = {
    visits: moving.flatMap(({ target: { number, to } }) => (to ? [{ visit: number, ...to }] : [])),
    time,
    minutes: plan.visit_minutes,
    town: plan.city,
    zip: plan.zip_code,
    service_id: plan.service_id,
    crew_id: plan.crew_id,
    without: moving.flatMap(({ row }) => row?.id ?? []),
  };
  const wished = await assignCrews(ctx, asked);
  const clashes = clashesOf(wished);
  const moves = clashes.flatMap(({ visit, proposal }) => (proposal ? [{ visit, ...proposal }] : []));
  const settled = moves.length > 0 ? await assignCrews(ctx, { ...asked, moves }) : wished;
  const placed = new Map(settled.visits.map((one) => [one.visit, one]));
  const whys = new Map(clashes.map(({ visit, why }) => [visit, why]));
  return known.map(({ target, row, stays }) => {
    const place = placed.get(target.number) ?? null;
    return { ...target, row, stays, place, why: whys.get(target.number) ?? place?.clash?.why ?? null };
  });
}

type Plans = { before: PlanRow; plan: PlanRow };

/** Whether a visit stays with its crew: its place stays, no other crew is asked for, and length and town don't change. */
function keepsPlace({ before, plan }: Plans, { known, to }: Target, row: VisitRow, crewId: string | null) {
  return (
    known?.date === to?.date &&
    known?.time === to?.time &&
    row.crew_id !== null &&
    (crewId === null || crewId === row.crew_id) &&
    (plan.visit_minutes === before.visit_minutes || minutesOf(row) === plan.visit_minutes) &&
    (plan.zip_code === before.zip_code || row.zip_code === plan.zip_code) &&
    (plan.city === before.city || row.city === plan.city)
  );
}

type Printed = Pick<PlannedChange, "plan" | "placings" | "price" | "dropped" | "coming" | "wish">;

function fingerprintOf({ plan, placings, price, dropped, coming, wish }: Printed): string {
  const visits = placings.map(({ number, known, place, stays, why }) => {
    const now = known && [known.id, known.date, known.time];
    return [number, now, stays, why, place && [place.date, place.time, place.crew_id]];
  });
  const { amount, starts_on } = price ?? {};
  const others = [dropped.map(({ id }) => id), coming?.id];
  const facts = [wish, plan.amount, plan.visit_minutes, amount, starts_on, others];
  return createHash("sha256")
    .update(JSON.stringify([facts, visits]))
    .digest("base64url");
}

function refuse(field: string, message: string): ChangeRefused {
  return { ok: false, field, message };
}
