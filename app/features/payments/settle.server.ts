import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { recordAudit } from "~/features/audit/record.server";
import { lockDraft } from "~/features/booking/draft-lock.server";
import { isErased } from "~/features/booking/erased";
import { joinAccount } from "~/features/booking/join.server";
import { officeMethodOf } from "~/features/booking/office-method";
import { isProcessing } from "~/features/booking/processing";
import { releaseBookings, releaseExpiredHolds } from "~/features/booking/release.server";
import { localEnd } from "~/features/booking/slots";
import { startRefund } from "~/features/booking/start-refund.server";
import { lockDay, pickCrew } from "~/features/crews/pick.server";
import { settlePlanSession } from "~/features/plans/settle.server";
import { readSettings } from "~/features/settings/reads.server";
import { tellOfBooking } from "~/features/webhooks/tell-booking.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import { lockSubject } from "./lock-order.server";
import { decideSettlement } from "./settlement";

export type SettleOutcome = { ok: true } | { ok: false; reason: "unknown session" };

type Found = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/**
 * Moves the order and booking of a checkout to what the provider says of it, exactly once however often it is asked:
 * paid confirms (on another crew when the slot was lost, else staff are called), or goes back when the customer had
 * cancelled; processing keeps the slot until the money comes; expired and failed give it back.
 */
export async function settleSession(ctx: Ctx, told: CheckoutSession): Promise<SettleOutcome> {
  const visit = await visitOfSession(ctx, told.id);
  if (!visit) return settlePlanSession(ctx, told); // a plan's, or unknown
  return ctx.db.transaction(async (tx): Promise<SettleOutcome> => {
    await lockDraft(tx, visit.draft_id);
    await lockDay(tx, visit.date);
    await lockSubject(tx, { booking_id: visit.id, plan_id: null });
    const found = await lockOrder(tx, told.id);
    if (!found) return { ok: false, reason: "unknown session" };
    const erased = isErased(found.booking);
    const session = erased ? { ...told, customer: null } : told; // who has gone doesn't come back
    const booking = { ...found.booking, erased };
    const paid_to_office = officeMethodOf(found.order.provider) !== null;
    const order = { ...found.order, paid_to_office, processing: isProcessing(found.order) };
    const decision = decideSettlement({ order, booking, session, now: ctx.now });
    if (decision.do === "wait") await wait(tx, ctx, found, session, decision);
    if (decision.do === "release") await release(tx, ctx, found, session);
    if (decision.do === "confirm") await confirm(tx, ctx, found, session, { status: decision.status });
    if (decision.do === "rebook") await rebook(tx, ctx, found, session);
    if (decision.do === "give back") await giveBack(tx, ctx, found, session);
    if (decision.do === "flag") await flag(tx, ctx, found, session, decision);
    await close(tx, ctx, found, told);
    return { ok: true };
  });
}

/** Once a provider has said how a checkout ended it isn't asked again; what refunds and disputes name is kept. */
async function close(tx: Database, { now }: Ctx, { order }: Found, { status, payment_id }: CheckoutSession) {
  if (status === "open" || status === "processing") return;
  await tx
    .update(orders)
    .set({ session_closed_at: now, ...(payment_id && { payment_id }) })
    .where(and(eq(orders.id, order.id), isNull(orders.session_closed_at)));
}

async function visitOfSession({ db }: Ctx, sessionId: string) {
  const [visit] = await db
    .select({ id: bookings.id, date: bookings.scheduled_date, draft_id: bookings.draft_id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.payment_session_id, sessionId));
  return visit;
}

async function lockOrder(tx: Database, sessionId: string) {
  const [row] = await tx
    .select({
      order: {
        id: orders.id,
        status: orders.status,
        amount: orders.amount,
        currency: orders.currency,
        paid_amount: orders.paid_amount,
        provider: orders.provider,
        processing_at: orders.processing_at,
        session_closed_at: orders.session_closed_at,
      },
      booking: {
        id: bookings.id,
        status: bookings.status,
        crew_id: bookings.crew_id,
        hold_expires_at: bookings.hold_expires_at,
        starts_at: bookings.starts_at,
        ends_at: bookings.ends_at,
        needs_attention: bookings.needs_attention,
        cancelled_at: bookings.cancelled_at,
        calendar_sequence: bookings.calendar_sequence,
        scheduled_date: bookings.scheduled_date,
        scheduled_time: bookings.scheduled_time,
        blocked: bookings.blocked,
        city: bookings.city,
        address_line1: bookings.address_line1,
      },
    })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.payment_session_id, sessionId))
    .for("update");
  return row;
}

/** A booking that comes back lets go of its draft when that holds another slot by now: one draft, one booking. */
const draftUnlessUsed = {
  draft_id: sql<string | null>`case when exists (
    select from ${bookings} other where other.draft_id = ${bookings.draft_id} and other.status <> 'cancelled'
  ) then null else ${bookings.draft_id} end`,
};

/** A crew that is free for a visit whose slot was given up. */
async function freeCrew(tx: Database, ctx: Ctx, { booking }: Found) {
  const { scheduled_date: date, scheduled_time, starts_at: start, ends_at: end, blocked } = booking;
  await releaseExpiredHolds(tx, ctx, blocked);
  const settings = await readSettings({ db: tx });
  const ends = localEnd({ start, end }, settings["general.timezone"]);
  const time = Temporal.PlainTime.from(scheduled_time);
  return pickCrew(tx, { date, time, ends, town: booking.city, blocked });
}

/**
 * The checkout is done and its money on its way: the slot is kept however long that takes. One that was given up
 * meanwhile is taken again if a crew is free; else the booking stays cancelled, and is seen to when the money comes.
 */
async function wait(
  tx: Database,
  ctx: Ctx,
  found: Found,
  session: CheckoutSession,
  { find_crew }: { find_crew: boolean },
) {
  const { booking, order } = found;
  const crew_id = find_crew ? await freeCrew(tx, ctx, found) : null;
  const revived = crew_id ? { status: "pending" as const, crew_id, ...draftUnlessUsed } : {};
  const given_up = booking.cancelled_at !== null; // its order has failed; what comes goes back
  await tx
    .update(orders)
    .set({ processing_at: ctx.now, updated_at: ctx.now, ...(!given_up && { status: "pending" }) })
    .where(eq(orders.id, order.id));
  await tx
    .update(bookings)
    .set({ ...revived, ...customerOf(session), hold_expires_at: null, updated_at: ctx.now })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  await recordAudit(tx, ctx, {
    action: "booking.payment_processing",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount },
  });
}

/** The slot was given up before the money came: another free crew takes the visit, else staff are called. */
async function rebook(tx: Database, ctx: Ctx, found: Found, session: CheckoutSession) {
  const crew = await freeCrew(tx, ctx, found);
  if (!crew) {
    const reason = "Paid after its slot was given to somebody else.";
    return flag(tx, ctx, found, session, { reason, settled: true });
  }
  await confirm(tx, ctx, found, session, { status: "confirmed", crew_id: crew, ...draftUnlessUsed });
}

async function confirm(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Found,
  session: CheckoutSession,
  change: Pick<PgUpdateSetSource<typeof bookings>, "status" | "crew_id" | "draft_id">,
) {
  await completeOrder(tx, ctx, order.id);
  await tx
    .update(bookings)
    .set({
      ...change,
      ...customerOf(session),
      hold_expires_at: null,
      needs_attention: null,
      cancelled_at: null,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  await recordAudit(tx, ctx, {
    action: "booking.confirmed",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount, rebooked: change.crew_id !== undefined },
  });
  const isNews = change.status === "confirmed" && booking.status !== "confirmed";
  const mail = isNews ? "booking-confirmed-mail" : "receipt-mail"; // staff had confirmed it: its customer knows
  await ctx.jobs.enqueue(tx, mail, { booking_id: booking.id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: booking.id });
  if (isNews) await tellOfBooking(tx, ctx, "booking.confirmed", booking.id);
}

/** Its customer had cancelled before the money came: all of it goes back, and they hear so, whatever they heard before. */
async function giveBack(tx: Database, ctx: Ctx, { booking, order }: Found, session: CheckoutSession) {
  const calendar_sequence = booking.calendar_sequence + 1;
  await completeOrder(tx, ctx, order.id);
  await tx
    .update(bookings)
    .set({ ...customerOf(session), calendar_sequence, updated_at: ctx.now })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  const refund = { booking_id: booking.id, order_id: order.id, amount: order.amount };
  await startRefund(tx, ctx, { ...refund, reason: "Paid after the customer had cancelled" });
  await recordAudit(tx, ctx, {
    action: "booking.paid_when_cancelled",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount, refund: order.amount },
  });
  const news = {
    booking_id: booking.id,
    sequence: calendar_sequence,
    at: booking.cancelled_at?.epochMilliseconds,
  };
  await ctx.jobs.enqueue(tx, "booking-cancelled-mail", news);
}

/**
 * The checkout is over unpaid: a pending booking is cancelled; one that staff took on stays, only its order failed, and
 * staff are called when its money had been on its way. Whose money failed to come is told.
 */
async function release(tx: Database, ctx: Ctx, { booking, order }: Found, { status }: CheckoutSession) {
  const failed = status === "failed";
  const released = await releaseBookings(
    tx,
    ctx,
    [booking.id],
    failed ? "payment failed" : "checkout expired",
  );
  if (released.length === 0)
    await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
  if (!failed) return;
  await ctx.jobs.enqueue(tx, "payment-failed-mail", { order_id: order.id });
  if (released.length > 0 || booking.status === "cancelled") return;
  const needs_attention = "Its payment has failed: this visit is not paid.";
  await tx.update(bookings).set({ needs_attention, updated_at: ctx.now }).where(eq(bookings.id, booking.id));
}

/**
 * Money came, but no visit can be promised: the booking waits for a person to look at it. A cancelled one comes back
 * as pending without a crew; a crew that it still holds stays with it.
 */
async function flag(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Found,
  session: CheckoutSession,
  { reason, settled }: { reason: string; settled: boolean },
) {
  if (settled) await completeOrder(tx, ctx, order.id);
  else await storePaid(tx, ctx, order, session);
  const revived =
    booking.status === "cancelled" ? { status: "pending" as const, crew_id: null, ...draftUnlessUsed } : {};
  await tx
    .update(bookings)
    .set({
      ...revived,
      ...customerOf(session),
      hold_expires_at: null,
      needs_attention: reason,
      cancelled_at: null,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  await recordAudit(tx, ctx, {
    action: "booking.flagged",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount, reason },
  });
  await ctx.jobs.enqueue(tx, "booking-flagged-mail", { booking_id: booking.id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: booking.id });
}

/** Another amount came than was asked for: it can be given back. In another currency that must be done at the provider. */
async function storePaid(tx: Database, ctx: Ctx, { id, currency }: Found["order"], session: CheckoutSession) {
  if (session.amount <= 0 || session.currency.toUpperCase() !== currency.toUpperCase()) return;
  await tx
    .update(orders)
    .set({ paid_amount: session.amount, updated_at: ctx.now })
    .where(and(eq(orders.id, id), ne(orders.status, "completed")));
}

async function completeOrder(tx: Database, ctx: Ctx, orderId: string) {
  await tx
    .update(orders)
    .set({ status: "completed", completed_at: ctx.now, updated_at: ctx.now })
    .where(eq(orders.id, orderId));
  await ctx.jobs.enqueue(tx, "payment-notice-mail", { order_id: orderId });
}

function customerOf({ customer }: CheckoutSession) {
  if (!customer) return {};
  return { customer_name: customer.name, customer_email: customer.email, customer_phone: customer.phone };
}
