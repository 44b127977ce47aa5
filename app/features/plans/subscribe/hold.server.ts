// Rooms: a plan holds its visits (booking) at slots (scheduling) at a price (catalog), with an order (payments), for a
// partner (integrations) or by a referral (customers).
import { randomUUID } from "node:crypto";
import { inArray } from "drizzle-orm";
import { crews } from "~/db/schema/crews";
import { order_lines, orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { holdExpiry } from "~/features/booking/booking";
import { refuseWhilePayable } from "~/features/booking/checkout/draft.server";
import {
  type HoldInput,
  type HoldRefusal,
  holdForDraft,
  type Wish,
} from "~/features/booking/checkout/hold.server";
import { type Holder, holderOf } from "~/features/booking/checkout/hold-limit.server";
import type { Clash } from "~/features/booking/checkout/plan-visits";
import { type BookingQuote, quoteBooking } from "~/features/booking/checkout/quote.server";
import { releaseExpiredHolds } from "~/features/booking/release.server";
import type { Frequency } from "~/features/catalog/frequency";
import { recordReferral } from "~/features/customers/referrals/record.server";
import { recordVia } from "~/features/integrations/partners/attribution.server";
import type { Via } from "~/features/integrations/partners/partner";
import { rowsOf } from "~/features/payments/orders/lines.server";
import { PLAN_VISITS } from "~/features/plans/plan";
import {
  type CrewAssignment,
  clashesOf,
  clashMessage,
  nextVisits,
  unseenClashes,
} from "~/features/plans/schedule/rules";
import {
  assignCrews,
  type PlanRow,
  placeOf,
  readRules,
  storeVisits,
  wantedOf,
} from "~/features/plans/schedule/visits.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { slotTakenMessage } from "~/features/scheduling/availability/slots";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";

export type HoldPlanOutcome = { ok: true; order_id: string } | (HoldRefusal & { clashes?: Clash[] });

type Planned = BookingQuote & { frequency: Frequency };
type Asked = Planned & { holder: Holder };
type Layout = CrewAssignment & { crew_id: string };

/** How a plan is held. */
type Held = {
  draft_id: string | null;
  provider: string;
  hold_expires_at: Temporal.Instant;
  client_hash?: string | null;
  via?: Via | null;
  /** The customer whom staff chose. */
  customer_id?: string | null;
  /** Until when the office holds it for a customer who pays by link. */
  held_until?: Temporal.Instant;
  /** Frees the times of its visits, once the plan is stored. */
  makeRoom?: (plan_id: string) => Promise<void>;
};

/** Rolls the transaction back if a visit clashes, so that a changed draft keeps what it held. */
class Clashing extends Error {
  readonly layout: CrewAssignment;
  constructor(layout: CrewAssignment) {
    super();
    this.layout = layout;
  }
}

/**
 * Holds crews for a plan's first visits for 30 minutes, with the order of its first month. Returns other times for
 * clashes; call again with them as `moves`.
 */
export async function holdPlan(ctx: Ctx, input: HoldInput): Promise<HoldPlanOutcome> {
  const quoted = await quoteBooking(ctx, input.request);
  if (!quoted.ok) return quoted;
  const { frequency } = input.request.bookingDetails;
  if (!frequency) throw new Error("A plan without frequency was let through");
  const holder = holderOf(ctx, quoted.quote.customer.customer_email);
  const asked = { ...quoted.quote, frequency, holder };
  const visits = visitsOf(input, asked);
  const days = wantedOf(visits).map(({ date, moved }) => moved?.date ?? date);
  const wish: Wish = { kind: "plans", holder, fingerprint: asked.fingerprint, days };
  for (const _ of ["first", "again"]) {
    try {
      return await holdForDraft(ctx, input, wish, (tx) => takeVisits(tx, ctx, input, asked));
    } catch (error) {
      if (error instanceof Clashing) return clashing(ctx, input, asked, error.layout);
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error; // lost a race: look again
    }
  }
  return clashing(ctx, input, asked, await assignCrews(ctx, visits));
}

async function takeVisits(tx: Database, ctx: Ctx, input: HoldInput, asked: Asked): Promise<HoldPlanOutcome> {
  const wish = visitsOf(input, asked);
  const rules = await readRules({ db: tx }, asked.minutes);
  for (const { date, time, moved } of wantedOf(wish)) {
    await releaseExpiredHolds(tx, ctx, placeOf(moved ?? { date, time }, rules).blocked);
  }
  const layout = await assignCrews({ db: tx, now: ctx.now }, wish);
  const { crew_id } = layout;
  const first = layout.visits[0];
  if (!crew_id || unseenClashes(layout, wish.moves).length > 0 || !first || first.clash)
    throw new Clashing(layout);
  await refuseWhilePayable(tx, input);
  const { draft_id, provider, via } = input;
  const { client_hash } = asked.holder;
  const held = { draft_id, provider, via, client_hash, hold_expires_at: holdExpiry(ctx.now) };
  const { order_id } = await storePlan(tx, ctx, asked, { ...layout, crew_id }, held);
  return { ok: true, order_id };
}

function visitsOf({ request, draft_id }: HoldInput, asked: Asked) {
  const rhythm = { first_date: asked.date, frequency: asked.frequency };
  const span = { today: asked.date, paused_from: null, resumes_on: null, ends_on: null };
  const { date: _, slot: time, minutes, town, zip } = asked;
  const { moves } = request.bookingDetails;
  const visits = nextVisits(rhythm, span, PLAN_VISITS);
  return { visits, time, minutes, town, zip, draft_id, moves, service_id: asked.service.id };
}

/** Stores a plan that waits for its payment, its visits and the order of its first month. */
export async function storePlan(
  tx: Database,
  ctx: Ctx,
  asked: Planned,
  layout: Layout,
  { draft_id, provider, hold_expires_at, client_hash, via, customer_id, held_until, makeRoom }: Held,
): Promise<{ plan: PlanRow; order_id: string }> {
  await tx
    .select({ id: crews.id })
    .from(crews)
    .where(inArray(crews.id, [...new Set(layout.visits.flatMap((visit) => visit.crew_id ?? []))]))
    .for("share");
  const id = randomUUID();
  const order_id = randomUUID();
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const [plan] = await tx
    .insert(plans)
    .values({
      ...dated,
      ...asked.address,
      ...asked.customer,
      id,
      draft_id,
      client_hash,
      customer_id,
      request_hash: asked.fingerprint,
      service_id: asked.service.id,
      crew_id: layout.crew_id,
      status: "pending",
      frequency: asked.frequency,
      first_date: asked.date,
      slot_time: asked.time.toString(),
      visit_minutes: asked.minutes,
      amount: asked.price.charge,
      tax_amount: asked.price.tax,
      price_lines: asked.price.lines,
      currency: asked.currency,
      policy: asked.policy,
      bedrooms: asked.bedrooms,
      bathrooms: asked.bathrooms,
      half_baths: asked.half_baths,
      square_feet: asked.square_feet,
      extras: asked.extras,
      notes: asked.request.bookingDetails.notes || null,
      provider,
      hold_expires_at,
      held_until,
    })
    .returning();
  if (!plan) throw new Error("The plan was not stored");
  await makeRoom?.(id);
  await storeVisits(tx, ctx, plan, layout.visits, { status: "pending", hold_expires_at });
  await tx.insert(orders).values({
    ...dated,
    id: order_id,
    plan_id: id,
    amount: plan.amount,
    currency: plan.currency,
    status: "pending",
    provider,
  });
  await tx.insert(order_lines).values(rowsOf(order_id, asked.price.lines, ctx.now));
  await recordVia(tx, ctx, order_id, via);
  await recordReferral(tx, ctx, order_id, asked.request.referral);
  await recordAudit(tx, ctx, {
    action: "plan.held",
    entity: "plan",
    entity_id: id,
    details: {
      service: plan.service_id,
      frequency: plan.frequency,
      date: plan.first_date,
      time: asked.slot,
      amount: plan.amount,
      visits: layout.visits.filter((visit) => visit.crew_id).length,
      ...(held_until && { held_until: held_until.toString() }),
    },
  });
  return { plan, order_id };
}

/** Returns the refusal: for the first visit with its day's free slots, else for each clash. */
async function clashing(
  ctx: Ctx,
  { draft_id }: HoldInput,
  { date, minutes, town, zip, service: { id: service_id } }: Asked,
  layout: CrewAssignment,
): Promise<HoldPlanOutcome> {
  if (layout.visits[0]?.clash && layout.visits[0].date === date) {
    const slots = await readSlotsOfDay(ctx, { date, minutes, draft_id, town, zip, service_id });
    return { ok: false, status: 409, field: "bookingDetails.time", message: slotTakenMessage(slots), slots };
  }
  const clashes = clashesOf(layout);
  const message = clashMessage(clashes);
  return { ok: false, status: 409, field: "bookingDetails.moves", message, clashes };
}
