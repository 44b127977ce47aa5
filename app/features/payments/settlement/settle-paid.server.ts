import { and, eq, ne } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import type { Standing } from "~/features/booking/checkout/draft.server";
import { joinAccount } from "~/features/booking/join.server";
import { SLOT_LOST } from "~/features/booking/paid-flag";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { PAID_TWICE, twiceKey } from "~/features/payments/orders/rules";
import { startRefund, storeRefund } from "~/features/payments/orders/store-refund.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import { customerOf, type Found } from "./settle-found.server";
import { draftUnlessUsed, freeCrew } from "./settle-revived.server";

/** The slot was given up before the money came: another free crew takes the visit, else staff are called. */
export async function rebook(tx: Database, ctx: Ctx, found: Found, session: CheckoutSession) {
  const crew = await freeCrew(tx, ctx, found);
  if (!crew) {
    return flag(tx, ctx, found, session, { reason: SLOT_LOST, settled: true });
  }
  await confirm(tx, ctx, found, session, { status: "confirmed", crew_id: crew, ...draftUnlessUsed });
}

export async function confirm(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Found,
  session: CheckoutSession,
  change: Pick<PgUpdateSetSource<typeof bookings>, "status" | "crew_id" | "draft_id">,
) {
  await completeOrder(tx, ctx, order.id);
  await storeSettled(tx, ctx, booking.id, session, change);
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
  if (isNews) await publishBookingEvent(tx, ctx, "booking.confirmed", booking.id);
}

/** Its customer had cancelled before the money came: all of it goes back, and they hear so, whatever they heard before. */
export async function giveBack(tx: Database, ctx: Ctx, { booking, order }: Found, session: CheckoutSession) {
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

/** Its draft has become something else that is paid for: all of it goes back, and its customer hears why. */
export async function giveBackTwice(
  tx: Database,
  ctx: Ctx,
  { booking, order }: Found,
  session: CheckoutSession,
  { kind, id }: Standing,
) {
  await completeOrder(tx, ctx, order.id);
  await tx
    .update(bookings)
    .set({ ...customerOf(session), updated_at: ctx.now })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  const refund = { order_id: order.id, amount: order.amount, idempotency_key: twiceKey(order.id) };
  await storeRefund(tx, ctx, { ...refund, reason: PAID_TWICE });
  await recordAudit(tx, ctx, {
    action: "booking.paid_twice",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount, refund: order.amount, stands: { [kind]: id } },
  });
}

/**
 * Money came, but no visit can be promised: the booking waits for a person to look at it. A cancelled one comes back
 * as pending without a crew; a crew that it still holds stays with it.
 */
export async function flag(
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
  await storeSettled(tx, ctx, booking.id, session, { ...revived, needs_attention: reason });
  await recordAudit(tx, ctx, {
    action: "booking.flagged",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount, reason },
  });
  await ctx.jobs.enqueue(tx, "booking-flagged-mail", { booking_id: booking.id });
  await ctx.jobs.enqueue(tx, "booking-notice-mail", { booking_id: booking.id });
}

/** The hold is over: the booking is as `change` says, of whoever paid. */
async function storeSettled(
  tx: Database,
  ctx: Ctx,
  id: string,
  session: CheckoutSession,
  change: PgUpdateSetSource<typeof bookings>,
) {
  await tx
    .update(bookings)
    .set({
      hold_expires_at: null,
      needs_attention: null,
      cancelled_at: null,
      ...change,
      ...customerOf(session),
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, id));
  await joinAccount(tx, ctx, id);
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
