import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { holdExpiry, isHeld, type RequestRefusal } from "~/features/booking/booking";
import { releaseBookings, releaseExpiredHolds, releasePlans } from "~/features/booking/release.server";
import type { Via } from "~/features/integrations/partners/partner";
import {
  ALREADY_BOOKED,
  ALREADY_PAID,
  isProcessing,
  PAYMENT_UNDER_WAY,
} from "~/features/payments/orders/rules";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { type Slot, slotTakenMessage } from "~/features/scheduling/availability/slots";
import { dayLock, lockDay, pickCrew } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database.server";
import { withMutex } from "~/platform/mutex.server";
import {
  bookingOfDraft,
  CHANGED_ELSEWHERE,
  draftLocks,
  planOfDraft,
  refuseWhilePayable,
  StillPayable,
} from "./draft.server";
import type { CreatePayment } from "./forms";
import type { HoldLimitRefusal } from "./hold-limit";
import {
  checkHoldLimit,
  type Holder,
  HoldLimitReached,
  holderLocks,
  holderOf,
  refuseHold,
} from "./hold-limit.server";
import { look } from "./look.server";
import { type BookingQuote, quoteBooking } from "./quote.server";
import { storeBooking } from "./store-booking.server";

export type HoldInput = {
  request: CreatePayment;
  /** The draft's id: one draft never holds two slots. */
  draft_id: string | null;
  /** The payment provider that the order will be paid with. */
  provider: string;
  /** Until when a checkout lasts that begins now. */
  checkout_expires_at?: Temporal.Instant;
  /** The partner through whom it is booked, if there is one. */
  via?: Via | null;
  /** Sessions of this draft that no provider in use knows any more. */
  gone?: readonly string[];
};

/**
 * `order_id`: what the draft has become already. `earlier`: sessions of the draft that must be closed at their providers
 * before it can hold something else. `free_at`: when somebody with too many unpaid holds may have one more.
 */
export type HoldRefusal = (RequestRefusal | HoldLimitRefusal) & {
  free_at?: Temporal.Instant;
  slots?: Slot[];
  order_id?: string;
  earlier?: string[];
};

/** `begun`: the hold is new, and its checkout has begun with it. */
export type HoldOutcome = { ok: true; order_id: string; begun?: BookingQuote } | HoldRefusal;

/**
 * Prices a booking and holds a crew for it for 30 minutes, with its order, in one transaction. Repeating the same draft
 * gives the same order; a changed draft moves the hold, once nobody can pay for the earlier one any more. Refusals name the
 * field; a taken slot brings what is left.
 */
export async function holdBooking(ctx: Ctx, input: HoldInput): Promise<HoldOutcome> {
  const quoted = await quoteBooking(ctx, input.request);
  if (!quoted.ok) return quoted;
  const { quote } = quoted;
  const holder = holderOf(ctx, quote.customer.customer_email);
  try {
    const outcome = await withMutex(ctx, dayLock(quote.date), () => hold(ctx, input, quote, holder));
    return outcome === "taken" ? await slotTaken(ctx, input, quote) : outcome;
  } catch (error) {
    if (error instanceof HoldLimitReached) return refuseHold(ctx, "visits", holder, error);
    throw error;
  }
}

/** Rolls back what a move has given up when the new slot can't be had. */
class SlotTaken extends Error {}

async function hold(
  ctx: Ctx,
  input: HoldInput,
  quote: BookingQuote,
  holder: Holder,
): Promise<HoldOutcome | "taken"> {
  try {
    return (await holdFirst(ctx, input, quote, holder)) ?? (await holdAnew(ctx, input, quote, holder));
  } catch (error) {
    if (error instanceof StillPayable) return { ...CHANGED_ELSEWHERE, earlier: error.sessions };
    if (error instanceof SlotTaken || postgresCode(error) === EXCLUSION_VIOLATION) return "taken";
    throw error;
  }
}

/** For whoever holds nothing yet, which is nearly everybody. Null when the draft holds something. */
function holdFirst(
  ctx: Ctx,
  input: HoldInput,
  quote: BookingQuote,
  holder: Holder,
): Promise<HoldOutcome | null> {
  return ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, ...holderLocks(holder), ...draftLocks(input.draft_id), dayLock(quote.date));
    const { crew_id, holds, expired, free_at } = await look(tx, ctx, input, quote, holder);
    if (holds) return null;
    if (free_at) throw new HoldLimitReached(free_at);
    const held = { ...input, client_hash: holder.client_hash };
    if (!expired) return store(tx, ctx, held, quote, crew_id);
    await releaseExpiredHolds(tx, ctx, quote.blocked);
    return store(tx, ctx, held, quote, await pickCrew(tx, quote));
  });
}

async function store(
  tx: Database,
  ctx: Ctx,
  { draft_id, client_hash, provider, via, checkout_expires_at }: HoldInput & Pick<Holder, "client_hash">,
  quote: BookingQuote,
  crew_id: string | null,
): Promise<HoldOutcome> {
  if (!crew_id) throw new SlotTaken();
  const hold = {
    crew_id,
    draft_id,
    client_hash,
    provider,
    via,
    checkout_expires_at,
    hold_expires_at: holdExpiry(ctx.now),
  };
  const { order_id } = await storeBooking(tx, ctx, quote, { ...hold, status: "pending" });
  return { ok: true, order_id, ...(checkout_expires_at && { begun: quote }) };
}

/** For a draft that has held something before. */
function holdAnew(ctx: Ctx, input: HoldInput, quote: BookingQuote, holder: Holder): Promise<HoldOutcome> {
  return ctx.db.transaction(async (tx) => {
    await lockDays(tx, input, quote, holder);
    const earlier = input.draft_id
      ? await settleEarlierHold(tx, ctx, input.draft_id, input.provider, quote)
      : null;
    if (earlier) return earlier;
    await checkHoldLimit(tx, ctx, "visits", holder, input.draft_id);
    await releaseExpiredHolds(tx, ctx, quote.blocked);
    const crew_id = await pickCrew(tx, quote);
    if (crew_id) await refuseWhilePayable(tx, input);
    return store(tx, ctx, { ...input, client_hash: holder.client_hash }, quote, crew_id);
  });
}

/** Lets requests of one holder and with the same draft in one by one, then those for the day they want or give up, in a fixed order. */
async function lockDays(
  tx: Database,
  { draft_id }: HoldInput,
  { date }: BookingQuote,
  holder: Holder,
): Promise<void> {
  const days = [date];
  await lockUntilCommit(tx, ...holderLocks(holder), ...draftLocks(draft_id));
  if (draft_id) {
    const held = await tx
      .select({ date: bookings.scheduled_date })
      .from(bookings)
      .where(bookingOfDraft(draft_id));
    days.push(...held.map((earlier) => earlier.date));
  }
  for (const day of new Set(days.sort())) await lockDay(tx, day);
}

/** What an earlier request with this draft left: its order when nothing changed, else the way is cleared (null). */
async function settleEarlierHold(
  tx: Database,
  ctx: Ctx,
  draftId: string,
  provider: string,
  quote: BookingQuote,
): Promise<HoldOutcome | null> {
  const plan_in_the_way = await giveUpPlan(tx, ctx, draftId);
  if (plan_in_the_way) return plan_in_the_way;
  const [earlier] = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      hold_expires_at: bookings.hold_expires_at,
      needs_attention: bookings.needs_attention,
      request_hash: bookings.request_hash,
      order_id: orders.id,
      order: {
        status: orders.status,
        provider: orders.provider,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
    })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(bookingOfDraft(draftId))
    .for("update");
  if (!earlier) return null;
  const unchanged = earlier.request_hash === quote.fingerprint;
  if (earlier.status !== "pending" || earlier.needs_attention) {
    if (unchanged) return { ok: true, order_id: earlier.order_id };
    const owed = earlier.order.status !== "completed" && !earlier.needs_attention;
    return { ...(owed ? ALREADY_BOOKED : ALREADY_PAID), order_id: earlier.order_id };
  }
  if (isProcessing(earlier.order)) {
    if (unchanged) return { ok: true, order_id: earlier.order_id };
    return { ...PAYMENT_UNDER_WAY, order_id: earlier.order_id };
  }
  const stays = unchanged && earlier.order.provider === provider; // else the site takes payment in another way by now
  if (stays && isHeld(earlier, ctx.now)) return { ok: true, order_id: earlier.order_id };
  await releaseBookings(tx, ctx, [earlier.id], unchanged ? "hold expired" : "draft changed");
  return null;
}

/** The draft was for a plan before: that is given up, unless it is paid for or its money is on its way. */
async function giveUpPlan(tx: Database, ctx: Ctx, draftId: string): Promise<HoldRefusal | null> {
  const [plan] = await tx
    .select({
      id: plans.id,
      order_id: firstOrderOf(plans.id),
      status: plans.status,
      hold_expires_at: plans.hold_expires_at,
      needs_attention: plans.needs_attention,
    })
    .from(plans)
    .where(planOfDraft(draftId));
  if (!plan) return null;
  const { order_id } = plan;
  if (plan.status !== "pending" || plan.needs_attention) return { ...ALREADY_PAID, order_id };
  if (plan.hold_expires_at === null) return { ...PAYMENT_UNDER_WAY, order_id };
  await releasePlans(tx, ctx, [plan.id], "draft changed");
  return null;
}

/** The order of a plan's first month. */
function firstOrderOf(planId: typeof plans.id) {
  return subselect(sql<string>`(select ${orders.id} from ${orders} where ${orders.plan_id} = ${planId}
    order by ${orders.created_at} limit 1)`);
}

async function slotTaken(
  ctx: Ctx,
  { draft_id }: HoldInput,
  { date, minutes }: BookingQuote,
): Promise<HoldOutcome> {
  const slots = await readSlotsOfDay(ctx, { date, minutes, draft_id });
  return {
    ok: false,
    status: 409,
    field: "bookingDetails.time",
    message: slotTakenMessage(slots),
    slots,
  };
}
