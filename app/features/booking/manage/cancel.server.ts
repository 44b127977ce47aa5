import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { decideCancellation } from "~/features/booking/cancellation";
import { HELD_SECONDS, heldNews } from "~/features/booking/office/rules";
import { undoOf } from "~/features/booking/office/status-changes.server";
import {
  ANSWERED,
  lockVisit,
  PLAN_NOT_PAID,
  readOpenOffer,
  settleOffer,
} from "~/features/booking/visit.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { chargeSoon } from "~/features/payments/orders/card.server";
import { closePayLink } from "~/features/payments/orders/charges.server";
import { addLines, CANCELLED_LABEL, FEE_LABEL, readLines } from "~/features/payments/orders/lines.server";
import { isDisputed } from "~/features/payments/orders/queries.server";
import { startRefund } from "~/features/payments/orders/store.server";
import { type Cents, formatCents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { moneyOf, readRefunds } from "./queries.server";

/** `refund`, `fee`: cents that the customer was shown. `as_answer`: only while a storm day's offer is open. */
export type CancelInput = { id: string; refund: Cents; fee?: Cents; as_answer?: boolean };

export type CancelOutcome =
  | { ok: true; refund: Cents; fee?: Cents }
  | { ok: false; reason: "not found" | "not cancellable"; message: string }
  | { ok: false; reason: "changed"; message: string; refund: Cents };

type Locked = Pick<NonNullable<Awaited<ReturnType<typeof lockVisit>>>, "booking" | "order">;
type Order = NonNullable<Locked["order"]>;

/**
 * Cancels a visit and gives back what was shown, exactly once however often it is asked. When another amount goes back
 * by now nothing happens, and the answer names it. `onBehalfOf`: staff act for a customer.
 */
export function cancelBooking(
  ctx: Ctx,
  { id, refund, fee: feeShown = 0, as_answer = false }: CancelInput,
  onBehalfOf: Pick<Ctx, "actor"> = ctx,
): Promise<CancelOutcome> {
  return ctx.db.transaction(async (tx): Promise<CancelOutcome> => {
    const found = await lockVisit(tx, onBehalfOf, id);
    if (!found) return { ok: false, reason: "not found", message: "We can't find this visit." };
    const { booking, order } = found;
    if (found.unpaid_plan) return { ok: false, reason: "not cancellable", message: PLAN_NOT_PAID };
    const given = order ? await readRefunds({ db: tx }, order.id) : [];
    const offer = await readOpenOffer({ db: tx }, id);
    const storm = offer !== null;
    if (as_answer && !storm) return { ok: false, reason: "not cancellable", message: ANSWERED };
    const money = moneyOf(booking, order, given, order && (await readLines({ db: tx }, order.id)));
    const disputed = order !== null && (await isDisputed({ db: tx }, order.id));
    const decision = decideCancellation({ ...booking, ...money, storm, disputed }, ctx.now);
    if (!decision.ok) return { ok: false, reason: "not cancellable", message: decision.message };
    if (decision.refund !== refund) {
      const amount = formatCents(decision.refund, order?.currency);
      const message = `Your refund has changed: it's now ${amount}. Please check it before you cancel.`;
      return { ok: false, reason: "changed", message, refund: decision.refund };
    }
    const { late, fee = 0 } = decision;
    if (fee !== feeShown) {
      const message = `The fee has changed: it's now ${formatCents(fee, order?.currency)}. Please check it before you cancel.`;
      return { ok: false, reason: "changed", message, refund };
    }
    const reason = offer ? `Skipped because ${SKIPPED[offer.kind]}` : "Cancelled by the customer";
    await settleOffer(tx, ctx, id, "skipped");
    await storeCancellation(tx, ctx, found, { refund, fee, late, reason });
    if (offer && booking.plan_id)
      await ctx.jobs.enqueue(tx, "credit-skip", { booking_id: id, kind: offer.kind });
    return { ok: true, refund, ...(fee > 0 && { fee }) };
  });
}

const SKIPPED = { storm: "of a storm", closing: "we closed that day" } as const;

/**
 * What a cancellation is: what goes back, the tip first, and why, which fee stays due, and whether it is late for the policy. One that `can_be_undone` is told some seconds later. `no_show`: nobody let the crew in.
 */
type Cancelled = {
  refund: Cents;
  fee?: Cents;
  reason: string;
  no_show?: boolean;
  late?: boolean;
  can_be_undone?: boolean;
};

/** Cancels a locked booking: frees the slot, refunds, and emails customer and crew. `by_hand`: staff hand money back. */
export async function storeCancellation(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Locked,
  { refund, fee = 0, reason, late, no_show = false, can_be_undone = false }: Cancelled,
): Promise<{ by_hand: boolean }> {
  const calendar_sequence = booking.calendar_sequence + 1;
  await tx
    .update(bookings)
    .set({
      status: "cancelled",
      cancelled_at: ctx.now,
      hold_expires_at: null,
      needs_attention: null,
      calendar_sequence,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, booking.id));
  await settleOffer(tx, ctx, booking.id, "settled");
  const tip = Math.min(order?.tips ?? 0, refund);
  const given = order && { booking_id: booking.id, order_id: order.id, amount: refund, tip };
  const made = given && refund > 0 ? await startRefund(tx, ctx, { ...given, reason }) : [];
  if (order?.status === "pending")
    await (fee > 0 ? keepFee(tx, ctx, order, { fee, tip }) : giveUpOrder(tx, ctx, order));
  if (order?.status === "completed" && order.due > 0)
    await addLines(tx, ctx, order.id, [
      { kind: "cancelled", label: CANCELLED_LABEL, amount: -order.due },
      ...(fee > 0 ? [{ kind: "fee" as const, label: FEE_LABEL, amount: fee }] : []),
    ]);
  if (order && fee > 0)
    await chargeSoon(tx, ctx, order.id, { afterSeconds: can_be_undone ? HELD_SECONDS : undefined });
  if (can_be_undone && order && order.charged > 0 && order.tips)
    await ctx.jobs.enqueue(
      tx,
      "return-tip",
      { order_id: order.id, sequence: calendar_sequence },
      { afterSeconds: HELD_SECONDS },
    );
  await recordAudit(tx, ctx, {
    action: no_show ? "booking.no_show" : "booking.cancelled",
    entity: "booking",
    entity_id: booking.id,
    details: {
      ...(order ? { order: order.id } : { plan: booking.plan_id }),
      refund,
      ...(fee > 0 && { fee }),
      late,
      before: { status: booking.status },
      after: { status: "cancelled" },
      ...(can_be_undone && { undo: undoOf(booking, order, calendar_sequence) }),
    },
  });
  const outcome = { by_hand: made.some(({ by_hand }) => by_hand) };
  if (booking.hold_expires_at) return outcome; // nobody was promised anything yet
  const { id: booking_id, crew_id, scheduled_date: date, scheduled_time: time } = booking;
  const told = { booking_id, sequence: calendar_sequence, ...heldNews(can_be_undone, ctx.now) };
  const when = { afterSeconds: can_be_undone ? HELD_SECONDS : undefined };
  await ctx.jobs.enqueue(
    tx,
    "booking-cancelled-mail",
    { ...told, no_show, at: ctx.now.epochMilliseconds },
    when,
  );
  await publishBookingEvent(tx, ctx, "booking.cancelled", booking_id);
  const news = { ...told, crew_id, had: true, before: { date, time } };
  if (crew_id && !no_show) await ctx.jobs.enqueue(tx, "crew-visit-mail", news, when);
  return outcome;
}

/** Leaves the fee due of what was to be paid on the day; what was paid in part counts towards it, but for the `tip` that went back. */
async function keepFee(
  tx: Database,
  ctx: Ctx,
  { id, amount, charged, returned }: Order,
  { fee, tip }: { fee: Cents; tip: Cents },
) {
  await tx.update(orders).set({ updated_at: ctx.now }).where(eq(orders.id, id));
  await addLines(tx, ctx, id, [
    { kind: "cancelled", label: CANCELLED_LABEL, amount: tip - amount },
    { kind: "fee", label: FEE_LABEL, amount: fee + charged - returned - tip },
  ]);
}

/** Fails an unpaid order and closes its checkout and its pay link. */
async function giveUpOrder(tx: Database, ctx: Ctx, { id, payment_session_id }: Order) {
  await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, id));
  if (payment_session_id) await ctx.jobs.enqueue(tx, "close-checkout", { session_id: payment_session_id });
  await closePayLink(tx, ctx, id);
}
