// Rooms: a payment confirms a visit (booking) for a customer (customers), finds it a crew (scheduling) by the settings
// (operations), and partners hear of it (integrations).
import { eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { joinAccount } from "~/features/booking/join.server";
import { SLOT_LOST } from "~/features/booking/paid-flag";
import { releaseBookings, releaseExpiredHolds } from "~/features/booking/release.server";
import { linkCustomer } from "~/features/customers/records/link.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { forgetSoon, keepCard } from "~/features/payments/orders/card.server";
import { cancelDue } from "~/features/payments/orders/lines.server";
import { spendCredit } from "~/features/payments/orders/spend-credit.server";
import {
  completeOrder,
  customerOf,
  startRefund,
  storeOtherAmount,
} from "~/features/payments/orders/store.server";
import { companyHours, isOpenFor } from "~/features/scheduling/availability/opening-hours";
import { localEnd } from "~/features/scheduling/availability/slots";
import { pickCrew } from "~/features/scheduling/crews/pick.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CheckoutSession } from "~/platform/outside/payment-gateway";

/** A visit and its order, both locked. */
export type PaidVisit = {
  order: typeof orders.$inferSelect;
  booking: Pick<
    typeof bookings.$inferSelect,
    | "id"
    | "status"
    | "crew_id"
    | "starts_at"
    | "ends_at"
    | "needs_attention"
    | "cancelled_at"
    | "calendar_sequence"
    | "scheduled_date"
    | "scheduled_time"
    | "blocked"
    | "city"
    | "zip_code"
    | "address_line1"
  >;
};

type Change = PgUpdateSetSource<typeof bookings>;

/** Completes the order of a visit, which gets the `status` and, if its slot was lost, the crew of `change`. */
export async function confirmVisit(
  tx: Database,
  ctx: Ctx,
  { booking, order }: PaidVisit,
  session: CheckoutSession,
  change: Pick<Change, "status" | "crew_id" | "draft_id">,
): Promise<void> {
  await completeOrder(tx, ctx, order, session);
  if (order.uses_credit) await spendCredit(tx, ctx, order.id); // what was kept may have gone back with an expired hold
  await storeVisit(tx, ctx, booking.id, session, { ...NO_HOLD, ...change });
  await keepCardOf(tx, ctx, { booking, order }, session);
  await audit(tx, ctx, "booking.confirmed", { booking, order }, session, {
    rebooked: change.crew_id !== undefined,
  });
  const isNew = change.status === "confirmed" && booking.status !== "confirmed"; // else staff confirmed it before
  await ctx.jobs.enqueue(tx, isNew ? "booking-confirmed-mail" : "receipt-mail", { booking_id: booking.id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: booking.id });
  if (isNew) await publishBookingEvent(tx, ctx, "booking.confirmed", booking.id);
}

/** Keeps the card that paid a deposit, to charge the rest. */
async function keepCardOf(tx: Database, ctx: Ctx, { booking, order }: PaidVisit, { card }: CheckoutSession) {
  if (!card || !order.consent) return;
  const { id: order_id, provider } = order;
  await keepCard(tx, ctx, { order_id, booking_id: booking.id, provider, card });
}

/** Confirms a visit whose slot was released with another free crew; flags it if there is none. */
export async function rebookVisit(
  tx: Database,
  ctx: Ctx,
  paid: PaidVisit,
  session: CheckoutSession,
): Promise<void> {
  const crew_id = await findCrew(tx, ctx, paid);
  if (!crew_id) return flagVisit(tx, ctx, paid, session, { reason: SLOT_LOST, settled: true });
  await confirmVisit(tx, ctx, paid, session, { status: "confirmed", crew_id, ...draftUnlessUsed });
}

/** Refunds a visit that its customer cancelled before the money arrived. They get the email on cancelling again. */
export async function refundVisit(
  tx: Database,
  ctx: Ctx,
  { booking, order }: PaidVisit,
  session: CheckoutSession,
): Promise<void> {
  const sequence = booking.calendar_sequence + 1;
  await completeOrder(tx, ctx, order, session);
  await storeVisit(tx, ctx, booking.id, session, { calendar_sequence: sequence });
  await cancelDue(tx, ctx, order.id);
  if (session.card) await forgetSoon(tx, ctx, { ...session.card, provider: order.provider });
  const refund = { booking_id: booking.id, order_id: order.id, amount: session.amount };
  await startRefund(tx, ctx, { ...refund, reason: "Paid after the customer had cancelled" });
  await audit(tx, ctx, "booking.paid_when_cancelled", { booking, order }, session, {
    refund: session.amount,
  });
  const at = booking.cancelled_at?.epochMilliseconds;
  await ctx.jobs.enqueue(tx, "booking-cancelled-mail", { booking_id: booking.id, sequence, at });
}

/** Asks staff to decide about a payment. A cancelled booking becomes pending again, without a crew. */
export async function flagVisit(
  tx: Database,
  ctx: Ctx,
  { booking, order }: PaidVisit,
  session: CheckoutSession,
  { reason, settled }: { reason: string; settled: boolean },
): Promise<void> {
  await (settled ? completeOrder : storeOtherAmount)(tx, ctx, order, session);
  const revived: Change =
    booking.status === "cancelled" ? { status: "pending", crew_id: null, ...draftUnlessUsed } : {};
  await storeVisit(tx, ctx, booking.id, session, { ...NO_HOLD, ...revived, needs_attention: reason });
  if (settled) await keepCardOf(tx, ctx, { booking, order }, session);
  await audit(tx, ctx, "booking.flagged", { booking, order }, session, { reason });
  await ctx.jobs.enqueue(tx, "booking-flagged-mail", { booking_id: booking.id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: booking.id });
}

/** Keeps the slot while the money takes days. A released slot is taken again if `find_crew` and a crew is free. */
export async function holdVisit(
  tx: Database,
  ctx: Ctx,
  paid: PaidVisit,
  session: CheckoutSession,
  { find_crew }: { find_crew: boolean },
): Promise<void> {
  const { booking, order } = paid;
  const crew_id = find_crew ? await findCrew(tx, ctx, paid) : null;
  const revived: Change = crew_id ? { status: "pending", crew_id, ...draftUnlessUsed } : {};
  const isCancelled = booking.cancelled_at !== null; // its order has failed; the money will be refunded
  await tx
    .update(orders)
    .set({ processing_at: ctx.now, updated_at: ctx.now, ...(!isCancelled && { status: "pending" }) })
    .where(eq(orders.id, order.id));
  await storeVisit(tx, ctx, booking.id, session, { ...revived, hold_expires_at: null });
  await audit(tx, ctx, "booking.payment_processing", paid, session, {});
  if (!isCancelled) await ctx.jobs.enqueue(tx, "payment-processing-mail", { booking_id: booking.id });
}

/**
 * Releases an unpaid visit if it is pending. One that staff confirmed stays; staff are asked to decide if its payment
 * failed. The customer of a failed payment gets an email.
 */
export async function releaseVisit(
  tx: Database,
  ctx: Ctx,
  { booking, order }: PaidVisit,
  session: CheckoutSession,
): Promise<void> {
  const failed = session.status === "failed";
  const reason = failed ? "payment failed" : "checkout expired";
  const released = await releaseBookings(tx, ctx, [booking.id], reason);
  if (released.length === 0)
    await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
  if (!failed) return;
  await ctx.jobs.enqueue(tx, "payment-failed-mail", { order_id: order.id });
  const kept = released.length === 0 && booking.status !== "cancelled";
  const unpaid = { needs_attention: "The payment failed, so this visit is unpaid." };
  await tx
    .update(bookings)
    .set({ ...customerOf(session), ...(kept && unpaid), updated_at: ctx.now })
    .where(eq(bookings.id, booking.id));
}

const NO_HOLD = { hold_expires_at: null, needs_attention: null, cancelled_at: null } satisfies Change;

/** Stores a change of a booking with who paid, who becomes its owner if that is the verified address of an account, and its customer. */
export async function storeVisit(
  tx: Database,
  ctx: Ctx,
  id: string,
  session: CheckoutSession,
  change: Change,
): Promise<void> {
  await tx
    .update(bookings)
    .set({ ...change, ...customerOf(session), updated_at: ctx.now })
    .where(eq(bookings.id, id));
  await joinAccount(tx, ctx, id);
  await linkCustomer(tx, ctx, { booking_id: id });
}

function audit(
  tx: Database,
  ctx: Ctx,
  action: string,
  { booking, order }: PaidVisit,
  { amount }: CheckoutSession,
  details: object,
) {
  const entry = { action, entity: "booking", entity_id: booking.id };
  return recordAudit(tx, ctx, { ...entry, details: { order: order.id, amount, ...details } });
}

/** A booking that comes back leaves its draft if that holds another slot now: one draft, one booking. */
const draftUnlessUsed = {
  draft_id: sql<string | null>`case when exists (
    select from ${bookings} other where other.draft_id = ${bookings.draft_id} and other.status <> 'cancelled'
  ) then null else ${bookings.draft_id} end`,
};

/** A crew that is free for a visit whose slot was released. */
async function findCrew(tx: Database, ctx: Ctx, { booking }: PaidVisit) {
  const { scheduled_date: date, scheduled_time, starts_at: start, ends_at: end, blocked } = booking;
  await releaseExpiredHolds(tx, ctx, blocked);
  const settings = await readSettings({ db: tx });
  const ends = localEnd({ start, end }, settings["general.timezone"]);
  if (!isOpenFor({ date, starts: scheduled_time, ends }, companyHours(settings))) return null;
  const time = Temporal.PlainTime.from(scheduled_time);
  return pickCrew(tx, { date, time, ends, town: booking.city, zip: booking.zip_code, blocked });
}
