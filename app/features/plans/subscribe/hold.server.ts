import { randomUUID } from "node:crypto";
import { and, eq, inArray, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { CANCELLATION_POLICY, holdExpiry } from "~/features/booking/booking";
import {
  bookingOfDraft,
  CHANGED_ELSEWHERE,
  draftLocks,
  planOfDraft,
  refuseWhilePayable,
  StillPayable,
} from "~/features/booking/checkout/draft.server";
import type { HoldInput, HoldRefusal } from "~/features/booking/checkout/hold.server";
import {
  checkHoldLimit,
  type Holder,
  HoldLimitReached,
  holderLocks,
  holderOf,
  refuseHold,
} from "~/features/booking/checkout/hold-limit.server";
import type { Clash } from "~/features/booking/checkout/plan-visits";
import { type BookingQuote, quoteBooking } from "~/features/booking/checkout/quote.server";
import { releaseBookings, releaseExpiredHolds, releasePlans } from "~/features/booking/release.server";
import type { Frequency } from "~/features/catalog/service";
import { recordVia } from "~/features/integrations/partners/via.server";
import { ALREADY_PAID, isProcessing, PAYMENT_UNDER_WAY } from "~/features/payments/orders/rules";
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
  placeOf,
  readRules,
  storeVisits,
  wantedOf,
} from "~/features/plans/schedule/visits.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { slotTakenMessage } from "~/features/scheduling/availability/slots";
import { lockDay } from "~/features/scheduling/crews/pick.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database.server";

export type HoldPlanOutcome = { ok: true; order_id: string } | (HoldRefusal & { clashes?: Clash[] });

type Asked = BookingQuote & { frequency: Frequency; holder: Holder };

/** Rolls back what a changed draft has given up when the new visits can't all be had. */
class Clashing extends Error {
  readonly layout: CrewAssignment;
  constructor(layout: CrewAssignment) {
    super();
    this.layout = layout;
  }
}

/**
 * Holds a crew for the first visits of a plan for 30 minutes, with the order of its first month, in one transaction.
 * What clashes is answered with other times; asked again with those (`moves`), it is held. Repeating the same draft
 * gives the same order; a changed draft moves the hold, once nobody can pay for the earlier one any more.
 */
export async function holdPlan(ctx: Ctx, input: HoldInput): Promise<HoldPlanOutcome> {
  const quoted = await quoteBooking(ctx, input.request);
  if (!quoted.ok) return quoted;
  const { frequency } = input.request.bookingDetails;
  if (!frequency) throw new Error("A plan without frequency was let through");
  const holder = holderOf(ctx, quoted.quote.customer.customer_email);
  const asked = { ...quoted.quote, frequency, holder };
  for (const _ of ["first", "again"]) {
    try {
      return await ctx.db.transaction((tx) => hold(tx, ctx, input, asked));
    } catch (error) {
      if (error instanceof StillPayable) return { ...CHANGED_ELSEWHERE, earlier: error.sessions };
      if (error instanceof HoldLimitReached) return refuseHold(ctx, "plans", holder, error);
      if (error instanceof Clashing) return clashing(ctx, input, asked, error.layout);
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error; // somebody was faster: look again
    }
  }
  return clashing(ctx, input, asked, await assignCrews(ctx, visitsOf(input, asked)));
}

async function hold(tx: Database, ctx: Ctx, input: HoldInput, asked: Asked): Promise<HoldPlanOutcome> {
  const wish = visitsOf(input, asked);
  await lockDays(tx, input, wish, asked.holder);
  const earlier = input.draft_id ? await settleEarlier(tx, ctx, input.draft_id, input.provider, asked) : null;
  if (earlier) return earlier;
  await checkHoldLimit(tx, ctx, "plans", asked.holder, input.draft_id);
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
  await tx
    .select({ id: crews.id })
    .from(crews)
    .where(inArray(crews.id, [...new Set(layout.visits.flatMap((visit) => visit.crew_id ?? []))]))
    .for("share");
  return { ok: true, order_id: await store(tx, ctx, input, asked, { ...layout, crew_id }) };
}

function visitsOf({ request, draft_id }: HoldInput, asked: Asked) {
  const rhythm = { first_date: asked.date, frequency: asked.frequency };
  const span = { today: asked.date, paused_from: null, resumes_on: null, ends_on: null };
  const { date: _, slot: time, minutes, town } = asked;
  const { moves } = request.bookingDetails;
  return { visits: nextVisits(rhythm, span, PLAN_VISITS), time, minutes, town, draft_id, moves };
}

/** Lets requests of one holder and with the same draft in one by one, then those for the days they want or give up, in a fixed order. */
async function lockDays(
  tx: Database,
  { draft_id }: HoldInput,
  wish: ReturnType<typeof visitsOf>,
  holder: Holder,
) {
  await lockUntilCommit(tx, ...holderLocks(holder), ...draftLocks(draft_id));
  const days = wantedOf(wish).map(({ date, moved }) => moved?.date ?? date);
  if (draft_id) {
    const held = await tx
      .select({ date: bookings.scheduled_date })
      .from(bookings)
      .leftJoin(plans, eq(plans.id, bookings.plan_id))
      .where(and(ne(bookings.status, "cancelled").inlineParams(), eq(plans.draft_id, draft_id)));
    const single = await tx
      .select({ date: bookings.scheduled_date })
      .from(bookings)
      .where(bookingOfDraft(draft_id));
    days.push(...[...held, ...single].map(({ date }) => date));
  }
  for (const day of [...new Set(days)].sort()) await lockDay(tx, day);
}

/** What an earlier request with this draft left: its order when nothing changed, else the way is cleared (null). */
async function settleEarlier(
  tx: Database,
  ctx: Ctx,
  draftId: string,
  provider: string,
  { fingerprint }: Asked,
): Promise<HoldPlanOutcome | null> {
  const [single] = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      needs_attention: bookings.needs_attention,
      order_id: orders.id,
      order: {
        status: orders.status,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
    })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(bookingOfDraft(draftId))
    .for("update");
  if (single) {
    const { order_id } = single;
    if (single.status !== "pending" || single.needs_attention) return { ...ALREADY_PAID, order_id };
    if (isProcessing(single.order)) return { ...PAYMENT_UNDER_WAY, order_id };
    await releaseBookings(tx, ctx, [single.id], "draft changed");
  }
  const [earlier] = await tx.select().from(plans).where(planOfDraft(draftId)).for("update");
  if (!earlier) return null;
  const unchanged = earlier.request_hash === fingerprint;
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.plan_id, earlier.id))
    .orderBy(orders.created_at)
    .limit(1);
  if (earlier.status !== "pending" || earlier.needs_attention || !earlier.hold_expires_at) {
    if (unchanged && order) return { ok: true, order_id: order.id };
    const waits = earlier.status === "pending" && !earlier.needs_attention;
    return { ...(waits ? PAYMENT_UNDER_WAY : ALREADY_PAID), order_id: order?.id };
  }
  const held = Temporal.Instant.compare(ctx.now, earlier.hold_expires_at) < 0;
  const stays = unchanged && earlier.provider === provider; // else the site takes payment in another way by now
  if (stays && held && order) return { ok: true, order_id: order.id };
  await releasePlans(tx, ctx, [earlier.id], unchanged ? "hold expired" : "draft changed");
  return null;
}

async function store(
  tx: Database,
  ctx: Ctx,
  { draft_id, provider, via }: HoldInput,
  asked: Asked,
  layout: CrewAssignment & { crew_id: string },
): Promise<string> {
  const id = randomUUID();
  const order_id = randomUUID();
  const dated = { created_at: ctx.now, updated_at: ctx.now };
  const hold_expires_at = holdExpiry(ctx.now);
  const [plan] = await tx
    .insert(plans)
    .values({
      ...dated,
      ...asked.address,
      ...asked.customer,
      id,
      draft_id,
      client_hash: asked.holder.client_hash,
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
      policy: CANCELLATION_POLICY,
      bedrooms: asked.bedrooms,
      bathrooms: asked.bathrooms,
      notes: asked.request.bookingDetails.notes || null,
      provider,
      hold_expires_at,
    })
    .returning();
  if (!plan) throw new Error("The plan was not stored");
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
  await recordVia(tx, ctx, order_id, via);
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
    },
  });
  return order_id;
}

/** What is in the way of the visits: of the first one, with what its day has left; else of each that clashes. */
async function clashing(
  ctx: Ctx,
  { draft_id }: HoldInput,
  { date, minutes, town }: Asked,
  layout: CrewAssignment,
): Promise<HoldPlanOutcome> {
  if (layout.visits[0]?.clash && layout.visits[0].date === date) {
    const slots = await readSlotsOfDay(ctx, { date, minutes, draft_id, town });
    return { ok: false, status: 409, field: "bookingDetails.time", message: slotTakenMessage(slots), slots };
  }
  const clashes = clashesOf(layout);
  const message = clashMessage(clashes);
  return { ok: false, status: 409, field: "bookingDetails.moves", message, clashes };
}
