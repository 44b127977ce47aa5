// Rooms: notices tell staff of bookings (booking), disputes (payments) and plans (plans).
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { bookings } from "~/db/schema/bookings";
import { charges, disputes, orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { flagToOffice } from "~/features/booking/paid-flag";
import { type BookingView, readBooking } from "~/features/booking/queries.server";
import type { EmailCtx } from "~/features/notifications/email/define.server";
import { formatProvider } from "~/features/payments/office/rules";
import { isRefundedElsewhere } from "~/features/payments/orders/rules";
import { type DisputeState, stateOfDispute } from "~/features/payments/refunds/rules";
import { formatWhen } from "~/features/plans/emails/words";
import { companyToday, formatLongDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { officeNotice, viewBooking, viewOrder } from "./office-notice.server";

/** Notifies the office of a paid booking. */
export const sendBookingNotice = officeNotice(
  "booking-notice-mail",
  "new_booking_notifications",
  z.object({ booking_id: z.guid() }),
  async (ctx, { booking_id }) => {
    const booking = await readBooking(ctx, booking_id);
    if (!booking || booking.status === "cancelled") return;
    const flag = booking.flag && flagToOffice(booking.flag, (await reasonsOf(ctx, booking_id)) ?? "");
    return {
      booking,
      occasion: `booking-notice:${booking_id}`,
      subject: `${flag?.subject ?? "New booking"}: ${booking.service} on ${booking.date_in_words}`,
      heading: flag?.heading ?? "New booking",
      text: flag?.text ?? `${booking.service}, ${booking.date_in_words}, ${booking.time}`,
      facts: [
        { label: "Service", value: booking.service },
        { label: "When", value: `${booking.date_in_words}, ${booking.time}` },
        { label: "Duration", value: booking.duration },
        { label: "Where", value: booking.address },
        { label: "Booking", value: booking.number },
        { label: "Total", value: booking.total },
        ...(booking.paid_otherwise ? [{ label: "Paid", value: booking.paid_otherwise }] : []),
      ],
      action: viewBooking(ctx, booking_id),
    };
  },
);

/** Notifies the office of a payment. */
export const sendPaymentNotice = officeNotice(
  "payment-notice-mail",
  "payment_notifications",
  z.object({ order_id: z.guid() }),
  async (ctx, { order_id }) => {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, order_id));
    if (order?.status !== "completed") return;
    const booking = await readVisit(ctx, order);
    if (!booking) return;
    const amount = formatCents(order.charged, order.currency);
    const { is_test, service, date_in_words } = booking;
    return {
      booking,
      occasion: `payment-notice:${order_id}`,
      subject: `${is_test ? "Test payment" : "Payment"} received: ${amount}`,
      heading: is_test ? `${amount} received as a test` : `Payment received: ${amount}`,
      text: order.plan_id ? `For one month of ${service}.` : `For ${service} on ${date_in_words}.`,
      facts: [
        { label: "Amount", value: amount },
        { label: "Order", value: formatNumber(order.number) },
      ],
      action: viewOrder(ctx, order_id),
    };
  },
);

/**
 * Notifies the office of a failed refund, or of a visit that was refunded in full at the provider. Nothing is sent once
 * staff have decided.
 */
export const sendRefundNotice = officeNotice(
  "refund-notice-mail",
  "payment_notifications",
  z.object({ refund_id: z.guid() }),
  async (ctx, { refund_id }) => {
    const [row] = await ctx.db
      .select({ refund: refunds, order: orders })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(eq(refunds.id, refund_id));
    const booking = row && (await readVisit(ctx, row.order));
    if (!booking) return;
    const { refund, order } = row;
    if (refund.status === "failed" || refund.status === "cancelled") {
      const amount = formatCents(refund.amount, order.currency);
      return {
        booking,
        occasion: `refund-notice:${refund_id}`,
        subject: `Refund failed: ${amount}`,
        heading: `A refund of ${amount} failed`,
        text: refund.error ?? "The payment provider gave no reason.",
        facts: [
          { label: "Amount", value: amount },
          { label: "Order", value: formatNumber(order.number) },
        ],
        action: viewOrder(ctx, order.id),
      };
    }
    const id = order.booking_id;
    if (!id || !isRefundedElsewhere(await reasonsOf(ctx, id))) return;
    return {
      booking,
      occasion: `refunded-notice:${refund.id}`,
      subject: `Visit refunded in full: ${formatCents(order.charged, order.currency)}`,
      heading: "Visit refunded in full",
      text: `This payment was refunded in your payment provider's dashboard (${formatProvider(order.provider)}), but the visit is still booked. Cancel this visit, or keep it as unpaid.`,
      facts: [
        { label: "Service", value: booking.service },
        { label: "When", value: `${booking.date_in_words}, ${booking.time}` },
        { label: "Order", value: formatNumber(order.number) },
      ],
      action: viewBooking(ctx, id),
    };
  },
);

/** Notifies the office of a payment by a pay link. */
export const sendChargeNotice = officeNotice(
  "charge-notice-mail",
  "payment_notifications",
  z.object({ charge_id: z.guid() }),
  async (ctx, { charge_id }) => {
    const [row] = await ctx.db
      .select({ charge: charges, order: orders })
      .from(charges)
      .innerJoin(orders, eq(orders.id, charges.order_id))
      .where(eq(charges.id, charge_id));
    const booking = row && (await readVisit(ctx, row.order));
    if (!booking) return;
    const { charge, order } = row;
    const amount = formatCents(charge.amount, charge.currency);
    return {
      booking,
      occasion: `charge-notice:${charge_id}`,
      subject: `${booking.is_test ? "Test payment" : "Payment"} received: ${amount}`,
      heading: `Payment received: ${amount}`,
      text: `By a pay link, for ${booking.service} on ${booking.date_in_words}.`,
      facts: [
        { label: "Amount", value: amount },
        ...(charge.tip > 0 ? [{ label: "Of it, tip", value: formatCents(charge.tip, charge.currency) }] : []),
        { label: "Still due", value: formatCents(order.due, order.currency) },
        { label: "Order", value: formatNumber(order.number) },
      ],
      action: viewOrder(ctx, order.id),
    };
  },
);

/** Notifies the office of a dispute and its outcome. */
export const sendDisputeNotice = officeNotice(
  "dispute-notice-mail",
  "payment_notifications",
  // Jobs queued by older versions have `status` instead of `state`.
  z.object({ dispute_id: z.string(), state: z.string().optional(), status: z.string().optional() }),
  async (ctx, input) => {
    const [row] = await ctx.db
      .select({ dispute: disputes, order: orders })
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.order_id))
      .where(eq(disputes.id, input.dispute_id));
    if (!row) return;
    const { dispute, order } = row;
    const state = stateOfDispute(dispute);
    if (state !== (input.state ?? input.status)) return;
    const booking = await readVisit(ctx, order);
    if (!booking) return;
    const amount = formatCents(dispute.amount, dispute.currency);
    const due = dispute.evidence_due_at && companyToday(dispute.evidence_due_at, ctx.company.timezone);
    const { heading, text } = DISPUTES[state];
    return {
      booking,
      occasion: `dispute-notice:${dispute.id}:${state}`,
      subject: `${heading}: ${amount}`,
      heading,
      text,
      facts: [
        { label: "Amount", value: amount },
        { label: "Reason", value: dispute.reason.replaceAll("_", " ") },
        ...(due && dispute.status === "open" ? [{ label: "Respond by", value: formatLongDate(due) }] : []),
        { label: "Order", value: formatNumber(order.number) },
      ],
      action: viewOrder(ctx, order.id),
    };
  },
);

const DISPUTES: Record<DisputeState, { heading: string; text: string }> = {
  inquiry: {
    heading: "Bank inquiry about a payment",
    text: "No money has been withdrawn yet. If the customer is right, refund it: that usually settles the matter. Otherwise, respond in your payment provider's dashboard so that it doesn't become a dispute.",
  },
  "inquiry closed": {
    heading: "Bank inquiry closed",
    text: "The bank closed its inquiry about this payment. No money was withdrawn.",
  },
  open: {
    heading: "Payment disputed",
    text: "The customer disputed this payment with their bank. Respond in your payment provider’s dashboard; without a response you lose the money.",
  },
  won: { heading: "You won a dispute", text: "The bank decided in your favor. You keep the money." },
  lost: {
    heading: "You lost a dispute",
    text: "The bank returned the money to the customer. You’ll find it with the order’s refunds.",
  },
};

/** Notifies the office that a plan needs attention and why. Nothing is sent once that is settled. */
export const sendPlanNotice = officeNotice(
  "plan-notice-mail",
  "payment_notifications",
  z.object({ plan_id: z.guid(), at: z.number() }),
  async (ctx, { plan_id, at }) => {
    const [plan] = await ctx.db.select().from(plans).where(eq(plans.id, plan_id));
    const reasons = plan?.needs_attention;
    const booking = reasons ? await readVisit(ctx, { plan_id, booking_id: null }) : undefined;
    if (!reasons || !booking) return;
    return {
      booking,
      occasion: `plan-notice:${plan_id}:${at}`,
      subject: `Plan needs attention: ${booking.service}`,
      heading: "Plan needs attention",
      text: reasons.replaceAll("\n", " "),
      facts: [
        { label: "Service", value: booking.service },
        { label: "When", value: formatWhen(plan) },
        { label: "Where", value: booking.address },
        { label: "Plan", value: formatNumber(plan.number) },
      ],
      action: { label: "View plan", url: `${ctx.origin}/admin/plans/${plan_id}` },
    };
  },
);

async function reasonsOf({ db }: EmailCtx, id: string): Promise<string | null> {
  const reasons = { reasons: bookings.needs_attention };
  const [visit] = await db.select(reasons).from(bookings).where(eq(bookings.id, id));
  return visit?.reasons ?? null;
}

type About = { booking_id: string | null; plan_id: string | null };

/** The visit of an order, or the first visit of its plan. */
async function readVisit(
  ctx: EmailCtx,
  { booking_id, plan_id }: About,
): Promise<BookingView | null | undefined> {
  if (!plan_id) return booking_id ? readBooking(ctx, booking_id) : null;
  const first = and(eq(bookings.plan_id, plan_id), eq(bookings.plan_visit, 1));
  const [visit] = await ctx.db.select({ id: bookings.id }).from(bookings).where(first);
  return visit && readBooking(ctx, visit.id);
}
