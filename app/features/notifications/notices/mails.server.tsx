import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { noticeOf } from "~/features/booking/emails/mails.server";
import { flagToOffice } from "~/features/booking/paid-flag";
import { isStillThere, readBooking } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { companyOf, readSettings } from "~/features/operations/settings/queries.server";
import { formatProvider } from "~/features/payments/office/rules";
import { isRefundedElsewhere } from "~/features/payments/orders/rules";
import { formatCents } from "~/lib/money";
import type { JobCtx } from "~/platform/runtime.server";
import { OfficeNoticeMail } from "./emails";

/** Tells the office of a booking that is paid for, if it wants to be told (`new_booking_notifications`). */
export async function mailBookingNotice(ctx: JobCtx, bookingId: string): Promise<void> {
  const found = await readFor(ctx, bookingId);
  if (!found?.settings["notifications.new_booking_notifications"]) return;
  const { booking } = found;
  if (booking.status === "cancelled") return;
  const flag = booking.flag && flagToOffice(booking.flag, (await reasonsOf(ctx, bookingId)) ?? "");
  await send(ctx, found, {
    occasion: `booking-notice:${bookingId}`,
    subject: `${flag?.subject ?? "New booking"}: ${booking.service} on ${booking.date_in_words}`,
    heading: flag?.heading ?? "New booking",
    text: flag?.text ?? `${booking.service}, ${booking.date_in_words}, ${booking.time}`,
    facts: [
      ...contactOf(booking),
      { label: "Service", value: booking.service },
      { label: "When", value: `${booking.date_in_words}, ${booking.time}` },
      { label: "Duration", value: booking.duration },
      { label: "Where", value: booking.address },
      { label: "Total", value: booking.total },
      ...(booking.paid_otherwise ? [{ label: "Paid", value: booking.paid_otherwise }] : []),
    ],
    action: { label: "View booking", url: `${ctx.origin}/admin/bookings/${bookingId}` },
  });
}

/** Tells the office of money that came in, if it wants to be told (`payment_notifications`). */
export async function mailPaymentNotice(ctx: JobCtx, orderId: string): Promise<void> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId));
  if (order?.status !== "completed") return;
  const found = await readFor(ctx, await visitOf(ctx, order));
  if (!found?.settings["notifications.payment_notifications"]) return;
  const amount = formatCents(order.amount, order.currency);
  await send(ctx, found, {
    occasion: `payment-notice:${orderId}`,
    subject: `${found.booking.is_test ? "Test payment" : "Payment"} received: ${amount}`,
    heading: found.booking.is_test ? `${amount} received as a test` : `Payment received: ${amount}`,
    text: order.plan_id
      ? `For one month of ${found.booking.service}.`
      : `For ${found.booking.service} on ${found.booking.date_in_words}.`,
    facts: [
      ...contactOf(found.booking),
      { label: "Amount", value: amount },
      { label: "Order", value: orderId },
    ],
    action: { label: "View order", url: `${ctx.origin}/admin/orders/${orderId}` },
  });
}

/** Tells the office of a refund that could not be paid out, if it wants to be told of payments. */
export async function mailRefundNotice(ctx: JobCtx, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, refundId));
  if (!row) return;
  const { refund, order } = row;
  const found = await readFor(ctx, await visitOf(ctx, order));
  if (!found?.settings["notifications.payment_notifications"]) return;
  const amount = formatCents(refund.amount, order.currency);
  if (refund.status !== "failed" && refund.status !== "cancelled") return mailRefunded(ctx, found, row);
  await send(ctx, found, {
    occasion: `refund-notice:${refundId}`,
    subject: `Refund failed: ${amount}`,
    heading: `A refund of ${amount} failed`,
    text: refund.error ?? "The payment provider gave no reason.",
    facts: [
      ...contactOf(found.booking),
      { label: "Amount", value: amount },
      { label: "Order", value: order.id },
    ],
    action: { label: "View order", url: `${ctx.origin}/admin/orders/${order.id}` },
  });
}

/** Tells the office that all of a visit's money went back at the provider; nothing once staff have decided. */
async function mailRefunded(ctx: JobCtx, found: Found, { refund, order }: Refunded): Promise<void> {
  const id = order.booking_id;
  if (!id || !isRefundedElsewhere(await reasonsOf(ctx, id))) return;
  const { service, date_in_words, time } = found.booking;
  await send(ctx, found, {
    occasion: `refunded-notice:${refund.id}`,
    subject: `Visit refunded in full: ${formatCents(order.paid_amount ?? order.amount, order.currency)}`,
    heading: "Visit refunded in full",
    text: `This payment was refunded in your payment provider's dashboard (${formatProvider(order.provider)}), but the visit is still booked. Cancel this visit, or keep it as unpaid.`,
    facts: [
      ...contactOf(found.booking),
      { label: "Service", value: service },
      { label: "When", value: `${date_in_words}, ${time}` },
      { label: "Order", value: order.id },
    ],
    action: { label: "View booking", url: `${ctx.origin}/admin/bookings/${id}` },
  });
}

async function reasonsOf({ db }: JobCtx, id: string): Promise<string | null> {
  const [visit] = await db
    .select({ reasons: bookings.needs_attention })
    .from(bookings)
    .where(eq(bookings.id, id));
  return visit?.reasons ?? null;
}

/** The visit that an order is about: its own, or the first one of its plan. */
export async function visitOf({ db }: JobCtx, order: typeof orders.$inferSelect): Promise<string | null> {
  if (!order.plan_id) return order.booking_id;
  const first = and(eq(bookings.plan_id, order.plan_id), eq(bookings.plan_visit, 1));
  const [visit] = await db.select({ id: bookings.id }).from(bookings).where(first);
  return visit?.id ?? null;
}

export async function readFor(ctx: JobCtx, bookingId: string | null) {
  if (!bookingId) return null;
  const [booking, settings] = await Promise.all([readBooking(ctx, bookingId), readSettings(ctx)]);
  return booking && { booking, settings, company: companyOf(settings) };
}

type Refunded = { refund: typeof refunds.$inferSelect; order: typeof orders.$inferSelect };
type Found = NonNullable<Awaited<ReturnType<typeof readFor>>>;
type Notice = Omit<Parameters<typeof OfficeNoticeMail>[0], "sender"> & { occasion: string; subject: string };

export async function send(
  ctx: JobCtx,
  { booking, company }: Found,
  { occasion, subject, ...notice }: Notice,
) {
  await sendMailOnce(ctx, {
    occasion,
    booking_id: booking.id,
    isWanted: (tx) => isStillThere(tx, booking.id),
    user_id: booking.user_id,
    from: senderOf(company),
    to: company.contact_email,
    subject,
    ...renderMail(<OfficeNoticeMail sender={company} {...notice} />, { notice: noticeOf(booking) }),
    attachments: [],
  });
}

export function contactOf({ customer_name, customer_email }: Found["booking"]) {
  const contact = [customer_name, customer_email].filter(Boolean).join(", ");
  return [{ label: "Customer", value: contact || "Unknown Customer" }];
}
