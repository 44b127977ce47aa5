import { eq } from "drizzle-orm";
import { z } from "zod";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import type { BookingStatus } from "~/features/booking/booking";
import { manageUrl } from "~/features/booking/manage/link.server";
import { moneyOf, readRefunds } from "~/features/booking/manage/queries.server";
import { cancelledOccasionOf, isNews, occasionOf } from "~/features/booking/office/status-changes.server";
import { flagToCustomer } from "~/features/booking/paid-flag";
import type { BookingView } from "~/features/booking/queries.server";
import { type Draft, defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { FEE_LABEL } from "~/features/payments/orders/lines.server";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { readRefundToEmail } from "~/features/payments/orders/queries.server";
import { isPaidTwice, officeMethodOf } from "~/features/payments/orders/rules";
import { formatHours, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { Database } from "~/platform/database/database.server";
import { calendarAttachment } from "./calendar.server";
import type { ClaimInEmail } from "./payment-emails";
import { type Found, keyOf, readForEmail, readRefund, readStandsInstead, toCustomer } from "./queries.server";

const templates = async () => ({ ...(await import("./emails")), ...(await import("./payment-emails")) });
type Templates = Awaited<ReturnType<typeof templates>>;

const booking = z.object({ booking_id: z.guid() });
/** `held_since`: when a change was made that may still be undone, in epoch milliseconds. */
const change = booking.extend({ sequence: z.int(), held_since: z.int().optional() });

/** 'Your cleaning is booked', with a calendar file; nothing when it has been cancelled since. */
export const sendBookingConfirmed = bookingEmail(
  "booking-confirmed-mail",
  booking,
  ({ booking, content }) => {
    if (booking.status === "cancelled") return;
    return {
      occasion: `booking-confirmed:${booking.id}`,
      subject: `Booked: ${booking.service} on ${booking.date_in_words}`,
      template: ({ BookingConfirmedEmail }) => <BookingConfirmedEmail {...content} />,
      attachments: [calendarAttachment(booking, content.sender, "PUBLISH")],
    };
  },
);

/**
 * 'Your cleaning has been rescheduled', with the new entry; nothing when it was moved again since: that has an email of its
 * own. `date` and `time`: where it was moved to, company time, as the database writes them.
 */
export const sendBookingMoved = bookingEmail(
  "booking-moved-mail",
  change.extend({ date: z.string(), time: z.string() }),
  ({ booking, content }, { sequence, date, time }) => {
    if (booking.status !== "confirmed" && booking.status !== "pending") return;
    if (booking.date !== date || booking.time !== formatTime(time)) return;
    return {
      occasion: `booking-moved:${booking.id}:${sequence}`,
      subject: `Rescheduled: ${booking.service} is now on ${booking.date_in_words}`,
      template: ({ BookingMovedEmail }) => <BookingMovedEmail {...content} />,
      attachments: [calendarAttachment(booking, content.sender, "PUBLISH")],
    };
  },
);

/**
 * 'Your cleaning is cancelled', with what goes back, and a file that takes it out of the calendar; nothing when it came back
 * since, or was cancelled once more. `at`: when it was cancelled, in epoch milliseconds.
 */
export const sendBookingCancelled = bookingEmail(
  "booking-cancelled-mail",
  change.extend({ at: z.int(), no_show: z.boolean().default(false) }),
  async ({ booking, content }, { sequence, held_since, at, no_show }, ctx) => {
    if (booking.status !== "cancelled" || booking.cancelled_at?.epochMilliseconds !== at) return;
    const charged = booking.lines.findLast(({ label }) => label === FEE_LABEL)?.amount ?? null;
    const fee = booking.fee_due ? (booking.due ?? booking.total) : charged;
    const fee_card = fee && (booking.card ?? (booking.fee_due ? null : "saved card"));
    const refund = { ...(await readRefund(ctx, booking)), fee, fee_card, no_show };
    return {
      isNews: stillNews({ id: booking.id, sequence, held_since, status: "cancelled" }),
      occasion: cancelledOccasionOf({ id: booking.id, sequence }),
      subject: `${booking.plan_id ? "Skipped" : "Cancelled"}: ${booking.service} on ${booking.date_in_words}`,
      template: ({ BookingCancelledEmail }) => <BookingCancelledEmail {...content} refund={refund} />,
      attachments: [calendarAttachment(booking, content.sender, "CANCEL")],
    };
  },
);

const SAID = { pending: "Not confirmed yet", confirmed: "Booked", completed: "Completed" } as const;

/** What a booking has become by a decision of the office; nothing when it has become something else since. */
export const sendBookingStatus = bookingEmail(
  "booking-status-mail",
  change.extend({ status: z.enum(["pending", "confirmed", "completed"]) }),
  async ({ booking, content }, { sequence, held_since, status }, ctx) => {
    if (booking.status !== status) return;
    const pay = status === "completed" ? await readPay(ctx, booking) : null;
    const claim = claimOf(ctx, booking);
    return {
      isNews: stillNews({ id: booking.id, sequence, held_since, status }),
      occasion: occasionOf({ id: booking.id, sequence }),
      subject: `${SAID[status]}: ${booking.service} on ${booking.date_in_words}`,
      secrets: [keyOf(content.url), ...(pay ? [keyOf(pay.url)] : [])],
      template: ({ BookingWaitsEmail, BookingConfirmedEmail, BookingDoneEmail }) => {
        if (status === "completed") return <BookingDoneEmail {...content} pay={pay} claim={claim} />;
        return status === "pending" ? (
          <BookingWaitsEmail {...content} />
        ) : (
          <BookingConfirmedEmail {...content} />
        );
      },
      attachments: status === "completed" ? [] : [calendarAttachment(booking, content.sender, "PUBLISH")],
    };
  },
);

/** Where a customer says what was not right, and how long; null when no claims are taken. */
function claimOf(ctx: EmailCtx, booking: BookingView): ClaimInEmail | null {
  const hours = ctx.settings["claims.hours"];
  return hours > 0 ? { url: manageUrl(ctx, booking, "claim"), hours: formatHours(hours) } : null;
}

/** Where a visit that is over is paid, or thanked for; null without an order or when no cards are taken. */
async function readPay(ctx: EmailCtx, { order_id, due, welcomes_tip }: BookingView) {
  if (!order_id || !(due || welcomes_tip) || !(await ctx.payments.current())) return null;
  return { url: payUrl(ctx, order_id), due };
}

/** What became of a payment that a person must look at; nothing once somebody has. */
export const sendBookingFlagged = bookingEmail("booking-flagged-mail", booking, ({ booking, content }) => {
  const { id, flag, service } = booking;
  if (!flag) return;
  const heading = flagToCustomer(flag).heading.replaceAll("’", "'");
  return {
    occasion: `booking-flagged:${id}`,
    subject: `About your ${service}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    template: ({ BookingFlaggedEmail }) => <BookingFlaggedEmail {...content} flag={flag} />,
  };
});

/** 'Your payment is processing', once; nothing if it has arrived or the visit was cancelled. */
export const sendPaymentProcessing = bookingEmail(
  "payment-processing-mail",
  booking,
  ({ booking, content }) => {
    if (!booking.processing || booking.cancelled_at) return;
    const kept = booking.status !== "cancelled";
    return {
      occasion: `payment-processing:${booking.id}`,
      subject: `Your payment for ${booking.service} is processing`,
      template: ({ PaymentProcessingEmail }) => <PaymentProcessingEmail {...content} kept={kept} />,
    };
  },
);

/** 'Your receipt', for a visit that was booked already when its money came; nothing when it was not paid. */
export const sendReceipt = bookingEmail("receipt-mail", booking, ({ booking, content }) => {
  const { receipt, service } = content;
  if (!receipt) return;
  return {
    occasion: `receipt:${booking.id}`,
    subject: `Your receipt: ${receipt.total} for ${service}`,
    template: ({ PaymentReceiptEmail }) => <PaymentReceiptEmail {...content} receipt={receipt} />,
  };
});

/** 'Your payment didn't go through', with the way to book again; nothing when it was paid after all. */
export const sendPaymentFailed = defineEmail({
  queue: "payment-failed-mail",
  input: z.object({ order_id: z.guid() }),
  templates,
  async compose(ctx, { order_id }) {
    const [order] = await ctx.db
      .select({ booking_id: orders.booking_id, status: orders.status, service_id: bookings.service_id })
      .from(orders)
      .innerJoin(bookings, eq(bookings.id, orders.booking_id))
      .where(eq(orders.id, order_id));
    if (!order?.booking_id || order.status === "completed") return;
    const found = await readForEmail(ctx, order.booking_id);
    if (!found || found.booking.status === "completed") return;
    const url = `${ctx.origin}/book?service=${encodeURIComponent(order.service_id)}`;
    const again = found.booking.status === "cancelled" ? url : null;
    return {
      ...toCustomer(found),
      occasion: `payment-failed:${order_id}`,
      subject: `Your payment for ${found.booking.service} didn't go through`,
      template: ({ PaymentFailedEmail }) => <PaymentFailedEmail {...found.content} again={again} />,
    };
  },
});

/** 'We have sent $X back', once a try; nothing when it has failed since: staff see to that. */
export const sendRefund = defineEmail({
  queue: "refund-mail",
  input: z.object({ refund_id: z.guid() }),
  templates,
  async compose(ctx, { refund_id }) {
    const row = await readRefundToEmail(ctx, refund_id);
    if (!row?.order.booking_id) return;
    const { refund, order } = row;
    const found = await readForEmail(ctx, row.order.booking_id);
    if (!found) return;
    const formatAmount = (cents: number) => formatCents(cents, order.currency);
    const amount = formatAmount(refund.amount);
    const method = officeMethodOf(row.provider);
    const { paid, refunded } = moneyOf({ needs_attention: null }, order, await readRefunds(ctx, order.id));
    const left = paid > refunded ? formatAmount(paid - refunded) : null;
    const instead = isPaidTwice(refund) ? await readStandsInstead(ctx, order) : null;
    const { to_credit } = refund;
    const content = { ...found.content, amount, method, to_credit, left, instead };
    const words = to_credit ? `We've added ${amount} to your credit` : `We've refunded ${amount}`;
    return {
      ...toCustomer(found),
      occasion: `refund-sent:${refund.idempotency_key}`,
      subject: method && !to_credit ? `Your refund of ${amount}` : words,
      template: ({ RefundSentEmail }) => <RefundSentEmail {...content} />,
    };
  },
});

type Said = Omit<Draft<Templates>, keyof ReturnType<typeof toCustomer>> & {
  isNews?: (tx: Database) => Promise<boolean>;
};

/** An email to the customer of the booking that its job names. */
function bookingEmail<Input extends { booking_id: string }>(
  queue: string,
  input: z.ZodType<Input>,
  compose: (found: Found, input: Input, ctx: EmailCtx) => Said | undefined | Promise<Said | undefined>,
) {
  return defineEmail({
    queue,
    input,
    templates,
    async compose(ctx, about) {
      const found = await readForEmail(ctx, about.booking_id);
      const said = found && (await compose(found, about, ctx));
      if (!said) return;
      const { isNews, ...draft } = said;
      return { ...toCustomer(found, isNews), ...draft };
    },
  });
}

type Change = { id: string; sequence: number; held_since: number | undefined; status: BookingStatus };

/** Whether a delayed change is still current and unknown to the customer. */
function stillNews({ held_since, ...change }: Change): Said["isNews"] {
  if (held_since === undefined) return undefined;
  const at = Temporal.Instant.fromEpochMilliseconds(held_since);
  return (tx) => isNews(tx, { ...change, at });
}
