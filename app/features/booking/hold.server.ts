import { and, eq, ne } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { lockDay, pickCrew } from "~/features/crews/pick.server";
import type { Via } from "~/features/partners/partner";
import type { Ctx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database.server";
import { readSlotsOfDay } from "./availability.server";
import { holdExpiry, isHeld, type RequestRefusal } from "./booking";
import { lockDraft } from "./draft-lock.server";
import type { CreatePayment } from "./forms";
import { type BookingPlan, planBooking } from "./plan.server";
import { ALREADY_PAID, isProcessing, PAYMENT_UNDER_WAY } from "./processing";
import { releaseBookings, releaseExpiredHolds, releasePlans } from "./release.server";
import { type Slot, slotTakenMessage } from "./slots";
import { storeBooking } from "./store-booking.server";

export type HoldInput = {
  request: CreatePayment;
  /** The draft's id: one draft never holds two slots. */
  draft_id: string | null;
  /** The payment provider that the order will be paid with. */
  provider: string;
  /** The partner through whom it is booked, if there is one. */
  via?: Via | null;
};

export type HoldOutcome = { ok: true; order_id: string } | (RequestRefusal & { slots?: Slot[] });

/**
 * Prices a booking and holds a crew for it for 30 minutes, with its order, in one transaction. Repeating the same draft
 * gives the same order; a changed draft moves the hold. Refusals name the field; a taken slot brings what is left.
 */
export async function holdBooking(ctx: Ctx, input: HoldInput): Promise<HoldOutcome> {
  const planned = await planBooking(ctx, input.request);
  if (!planned.ok) return planned;
  const outcome = await hold(ctx, input, planned.plan);
  return outcome === "taken" ? slotTaken(ctx, input, planned.plan) : outcome;
}

/** Rolls back what a move has given up when the new slot can't be had. */
class SlotTaken extends Error {}

async function hold(ctx: Ctx, input: HoldInput, plan: BookingPlan): Promise<HoldOutcome | "taken"> {
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockDays(tx, input, plan);
      const earlier = input.draft_id ? await settleEarlierHold(tx, ctx, input.draft_id, plan) : null;
      if (earlier) return earlier;
      await releaseExpiredHolds(tx, ctx, plan.blocked);
      const crew = await pickCrew(tx, plan);
      if (!crew) throw new SlotTaken();
      const { draft_id, provider, via } = input;
      const hold = { crew_id: crew, draft_id, provider, via, hold_expires_at: holdExpiry(ctx.now) };
      const { order_id } = await storeBooking(tx, ctx, plan, { ...hold, status: "pending" });
      return { ok: true, order_id };
    });
  } catch (error) {
    if (error instanceof SlotTaken || postgresCode(error) === EXCLUSION_VIOLATION) return "taken";
    throw error;
  }
}

/** Lets requests with the same draft in one by one, then those for the day they want or give up, in a fixed order. */
async function lockDays(tx: Database, { draft_id }: HoldInput, { date }: BookingPlan): Promise<void> {
  const days = [date];
  if (draft_id) {
    await lockDraft(tx, draft_id);
    const held = await tx.select({ date: bookings.scheduled_date }).from(bookings).where(liveDraft(draft_id));
    days.push(...held.map((earlier) => earlier.date));
  }
  for (const day of new Set(days.sort())) await lockDay(tx, day);
}

function liveDraft(draftId: string) {
  return and(eq(bookings.draft_id, draftId), ne(bookings.status, "cancelled"));
}

/** What an earlier request with this draft left: its order when nothing changed, else the way is cleared (null). */
async function settleEarlierHold(
  tx: Database,
  ctx: Ctx,
  draftId: string,
  plan: BookingPlan,
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
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
    })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(liveDraft(draftId))
    .for("update");
  if (!earlier) return null;
  const unchanged = earlier.request_hash === plan.fingerprint;
  if (earlier.status !== "pending" || earlier.needs_attention) {
    if (unchanged) return { ok: true, order_id: earlier.order_id };
    return ALREADY_PAID;
  }
  if (isProcessing(earlier.order)) {
    if (unchanged) return { ok: true, order_id: earlier.order_id };
    return PAYMENT_UNDER_WAY;
  }
  if (unchanged && isHeld(earlier, ctx.now)) return { ok: true, order_id: earlier.order_id };
  await releaseBookings(tx, ctx, [earlier.id], unchanged ? "hold expired" : "draft changed");
  return null;
}

/** The draft was for a plan before: that is given up, unless it is paid for or its money is on its way. */
async function giveUpPlan(tx: Database, ctx: Ctx, draftId: string): Promise<RequestRefusal | null> {
  const [plan] = await tx
    .select({
      id: plans.id,
      status: plans.status,
      hold_expires_at: plans.hold_expires_at,
      needs_attention: plans.needs_attention,
    })
    .from(plans)
    .where(and(eq(plans.draft_id, draftId), ne(plans.status, "ended")));
  if (!plan) return null;
  if (plan.status !== "pending" || plan.needs_attention) return ALREADY_PAID;
  if (plan.hold_expires_at === null) return PAYMENT_UNDER_WAY;
  await releasePlans(tx, ctx, [plan.id], "draft changed");
  return null;
}

async function slotTaken(
  ctx: Ctx,
  { draft_id }: HoldInput,
  { date, minutes }: BookingPlan,
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
