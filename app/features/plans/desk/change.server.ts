import { eq, inArray } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plan_prices, plans } from "~/db/schema/plans";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import { OFFICE_ACTOR, settleOffer } from "~/features/booking/visit.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { syncSubscription } from "~/features/plans/change/end.server";
import { changeLocked, type LockedPlan, type OnBehalfOf, readPlanAt } from "~/features/plans/lock.server";
import { NO_PLAN } from "~/features/plans/plan";
import { applyPrice } from "~/features/plans/prices/apply.server";
import { takeBackPrices } from "~/features/plans/prices/store.server";
import { flagVisits, releaseRows } from "~/features/plans/schedule/extend.server";
import {
  copied,
  countScheduled,
  type PlanRow,
  placeOf,
  readRules,
  storeVisits,
} from "~/features/plans/schedule/visits.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { ChangeWish } from "./forms";
import {
  type ChangeRefused,
  type Placing,
  type PlannedChange,
  planChange,
  type VisitRow,
} from "./preview.server";

export type ChangeOutcome =
  | { ok: true; visits: number; starts_on: string | null }
  | typeof NO_PLAN
  | ({ reason: "invalid" } & ChangeRefused)
  /** It would now do something else than what was seen. `planned`: what. */
  | { ok: false; reason: "changed"; planned: PlannedChange };

type ChangeInput = { id: string; wish: ChangeWish; seen: string };

/** Changes a plan as staff saw it in the preview: visits, columns and price in one transaction. `seen`: its fingerprint. */
export function changePlan(ctx: StaffCtx, input: ChangeInput): Promise<ChangeOutcome> {
  return change(ctx, input, OFFICE_ACTOR, "staff");
}

/** Changes the day and time of the customer's own plan. */
export function changePlanDay(ctx: Ctx, input: ChangeInput): Promise<ChangeOutcome> {
  return change(ctx, { ...input, wish: { ...input.wish, scope: "from", rest: undefined } }, ctx, "customer");
}

/** What a change would do now, with the plan as it is; null if the actor has no such plan. */
export async function previewChange(
  ctx: Ctx,
  { id, wish }: Pick<ChangeInput, "id" | "wish">,
  of: "staff" | "customer",
): Promise<{ before: PlanRow; planned: PlannedChange | ChangeRefused } | null> {
  const read = await readPlanAt(ctx, of === "staff" ? OFFICE_ACTOR : ctx, id);
  return read && { before: read.plan, planned: await planChange(ctx, read, wish, of) };
}

async function change(
  ctx: Ctx,
  { id, wish, seen }: ChangeInput,
  onBehalfOf: OnBehalfOf,
  of: "staff" | "customer",
): Promise<ChangeOutcome> {
  const read = await readPlanAt(ctx, onBehalfOf, id);
  if (!read) return NO_PLAN;
  const early = await planChange(ctx, read, wish, of);
  if (!early.ok) return { reason: "invalid", ...early };
  const days = early.placings.flatMap(({ place, to }) => place?.date ?? to?.date ?? []);
  return changeLocked(
    ctx,
    onBehalfOf,
    id,
    async (tx, locked): Promise<ChangeOutcome> => {
      const planned = await planChange({ db: tx, now: ctx.now }, locked, wish, of);
      if (!planned.ok) return { reason: "invalid", ...planned };
      if (planned.fingerprint !== seen) return { ok: false, reason: "changed", planned };
      await save(tx, ctx, locked, planned);
      const visits = planned.placings.filter(({ stays, to }) => !stays || to === null).length;
      return { ok: true, visits, starts_on: planned.price?.starts_on ?? null };
    },
    days,
  );
}

async function save(tx: Database, ctx: Ctx, locked: LockedPlan, planned: PlannedChange): Promise<void> {
  const { plan: before, at } = locked;
  const { plan, wish, price, placings, dropped, before: paid } = planned;
  const isOne = wish.scope === "one";
  if (!isOne)
    await tx
      .update(plans)
      .set({ ...columnsOf(plan), updated_at: ctx.now })
      .where(eq(plans.id, plan.id));
  const moved = await saveVisits(tx, ctx, { before, plan }, placings);
  if (!isOne) {
    const visits_laid = await countScheduled(tx, plan);
    await tx.update(plans).set({ visits_laid }).where(eq(plans.id, plan.id));
  }
  await takeBack(tx, ctx, locked, planned);
  if (price) {
    const { amount, tax_amount, price_lines, starts_on } = price;
    await tx.insert(plan_prices).values({
      ...{
        plan_id: plan.id,
        kind: "change",
        status: "scheduled",
        starts_on,
        amount,
        tax_amount,
        price_lines,
      },
      ...{ before_amount: paid.amount, before_lines: paid.price_lines },
      ...{ created_at: ctx.now, updated_at: ctx.now },
    });
    await applyPrice(tx, ctx, { plan: { ...plan, amount: paid.amount }, at });
  }
  const told = { before: factsOf(before), after: factsOf(plan) };
  await recordAudit(tx, ctx, {
    action: isOne ? "plan.visit_changed" : "plan.changed",
    entity: "plan",
    entity_id: plan.id,
    details: {
      ...changesIn(told),
      visits: moved,
      ...(price && { amount: price.amount, was: paid.amount, from: price.starts_on }),
      ...(dropped[0] && { taken_back: dropped[0].amount }),
    },
  });
  const news = { plan_id: plan.id, what: isOne ? "visit changed" : "changed", at: ctx.now.epochMilliseconds };
  await ctx.jobs.enqueue(tx, "plan-changed-mail", news);
}

/** Takes back the prices to come that a change replaces. Who was told of a rise, and pays what they did, is told again. */
async function takeBack(tx: Database, ctx: Ctx, locked: LockedPlan, { dropped, price }: PlannedChange) {
  const { id: plan_id } = locked.plan;
  for (const { id, kind, status } of dropped) {
    const isWithdrawn = kind === "rise" && !price;
    const which = eq(plan_prices.id, id);
    await takeBackPrices(tx, ctx, locked, isWithdrawn ? "withdrawn" : "dropped", which);
    if (isWithdrawn) await ctx.jobs.enqueue(tx, "plan-rise-withdrawn-mail", { plan_id, price_id: id });
    if (status === "applied") await syncSubscription(tx, ctx, plan_id);
  }
}

/** The columns of a plan that a change from a visit on may set. */
function columnsOf(plan: PlannedChange["plan"]) {
  const { first_date, frequency, first_visit, slot_time, earlier_rhythms, visit_minutes, crew_id } = plan;
  const { bedrooms, bathrooms, half_baths, square_feet, extras, property_id } = plan;
  const { address_line1, address_line2, city, state, zip_code } = plan;
  return {
    ...{ first_date, frequency, first_visit, slot_time, earlier_rhythms, visit_minutes, crew_id },
    ...{ bedrooms, bathrooms, half_baths, square_feet, extras, property_id },
    ...{ address_line1, address_line2, city, state, zip_code },
  };
}

/** What the audit trail compares; addresses are named without their text. */
function factsOf(plan: PlannedChange["plan"]) {
  const { first_date, frequency, slot_time, visit_minutes, crew_id, bedrooms, bathrooms, half_baths } = plan;
  const { square_feet } = plan;
  const extras = plan.extras.map(({ id, quantity }) => `${id}:${quantity}`).join(",");
  return {
    ...{ first_date, frequency, slot_time, visit_minutes, crew_id },
    ...{ bedrooms, bathrooms, half_baths, square_feet, extras },
  };
}

type Facts = ReturnType<typeof factsOf>;

function changesIn({ before, after }: { before: Facts; after: Facts }) {
  const changed = (Object.keys(after) as (keyof Facts)[]).filter((name) => before[name] !== after[name]);
  const pick = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Saves every visit of a change. Returns how many go elsewhere. */
async function saveVisits(tx: Database, ctx: Ctx, { before, plan }: Plans, placings: readonly Placing[]) {
  const rules = await readRules({ db: tx }, plan.visit_minutes);
  const known = placings.flatMap(({ row }) => row ?? []);
  if (known.length > 0)
    await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(inArray(bookings.id, ids(known)))
      .for("update");
  const moving = placings.filter(({ place, stays }) => place && !stays);
  for (const { place } of moving)
    if (place) await releaseExpiredHolds(tx, ctx, placeOf(place, rules).blocked);
  const leaving = moving.flatMap(({ row }) => row ?? []);
  if (leaving.length > 0)
    // none is in the way of another while they change places
    await tx
      .update(bookings)
      .set({ crew_id: null })
      .where(inArray(bookings.id, ids(leaving)));
  await releaseRows(
    tx,
    ctx,
    placings.flatMap(({ row, to }) => (row && to === null ? [row] : [])),
  );
  const work = changedWork({ before, plan });
  for (const one of placings) if (one.row && one.to) await saveVisit(tx, ctx, work, one, one.row, rules);
  const added = placings.flatMap(({ row, place }) => (row === null && place ? [place] : []));
  const as = { status: "confirmed", hold_expires_at: null } as const;
  for (const { id } of await storeVisits(tx, ctx, plan, added, as))
    await publishBookingEvent(tx, ctx, "booking.confirmed", id);
  for (const id of await flagVisits(tx, ctx, plan, added))
    await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: id });
  return moving.length;
}

const ids = (rows: readonly VisitRow[]) => rows.map(({ id }) => id);

type Plans = { before: PlanRow; plan: PlanRow };

const WORK = [
  ...([
    "bedrooms",
    "bathrooms",
    "half_baths",
    "square_feet",
    "extras",
    "property_id",
    "duration_hours",
  ] as const),
  ...(["address_line1", "address_line2", "city", "state", "zip_code"] as const),
];

/** The columns of visits that a change sets. What one visit has of its own stays, unless the change is about it. */
function changedWork({ before, plan }: Plans): Partial<Pick<VisitRow, (typeof WORK)[number]>> {
  const [was, now] = [copied(before), copied(plan)];
  const changed = WORK.filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

/** Saves a visit that goes on. Its crews hear of it; the customer gets one email about all. */
async function saveVisit(
  tx: Database,
  ctx: Ctx,
  work: ReturnType<typeof changedWork>,
  { number, place, stays, why }: Placing,
  row: VisitRow,
  rules: Awaited<ReturnType<typeof readRules>>,
): Promise<void> {
  const isKept = stays || !place;
  if (isKept && number === row.plan_visit && Object.keys(work).length === 0) return;
  const calendar_sequence = row.calendar_sequence + 1;
  const common = { ...work, plan_visit: number, calendar_sequence, updated_at: ctx.now };
  if (isKept) {
    await tx.update(bookings).set(common).where(eq(bookings.id, row.id));
  } else {
    const open = place.crew_id === null;
    const reason = `Visit ${number} of a plan couldn't be scheduled: ${why} Reschedule it, or call the customer.`;
    const status = open ? ("pending" as const) : ("confirmed" as const);
    await tx
      .update(bookings)
      .set({
        ...common,
        ...placeOf(place, rules),
        ...{ duration_hours: rules.minutes / 60, status, crew_id: place.crew_id },
        needs_attention: open ? reason : row.crew_id && row.needs_attention,
        ...(row.override_reason && { override_reason: null }),
      })
      .where(eq(bookings.id, row.id));
    await settleOffer(tx, ctx, row.id, "settled");
    await publishBookingEvent(tx, ctx, "booking.rescheduled", row.id);
    if (open) await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: row.id });
  }
  if (isKept && !work.address_line1 && !work.city) return;
  const before = { date: row.scheduled_date, time: row.scheduled_time };
  for (const crew of new Set([row.crew_id, isKept ? row.crew_id : place.crew_id])) {
    const news = {
      booking_id: row.id,
      sequence: calendar_sequence,
      crew_id: crew,
      had: crew === row.crew_id,
    };
    if (crew) await ctx.jobs.enqueue(tx, "crew-visit-mail", { ...news, before });
  }
}
