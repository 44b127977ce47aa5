import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { moneyOf, readRefunds } from "~/features/booking/manage/queries.server";
import { readStandsInstead } from "~/features/booking/queries.server";
import { isPaidTwice, officeMethodOf } from "~/features/payments/orders/rules";
import { formatCents } from "~/lib/money";
import { type MailCtx, readForMail, send } from "./mails.server";
import {
  PaymentFailedMail,
  PaymentProcessingMail,
  PaymentReceiptMail,
  RefundSentMail,
} from "./payment-emails";

/** 'Your payment is processing', once; nothing when it has come by now, or its customer has cancelled. */
export async function mailPaymentProcessing(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (!found?.booking.processing || found.booking.cancelled_at) return;
  const { booking, content } = found;
  await send(ctx, found, {
    occasion: `payment-processing:${bookingId}`,
    subject: `Your payment for ${booking.service} is processing`,
    mail: <PaymentProcessingMail {...content} kept={booking.status !== "cancelled"} />,
    attachments: [],
  });
}

/** 'Your payment didn't go through', with the way to book again; nothing when it was paid after all. */
export async function mailPaymentFailed(ctx: MailCtx, orderId: string): Promise<void> {
  const [order] = await ctx.db
    .select({ booking_id: orders.booking_id, status: orders.status, service_id: bookings.service_id })
    .from(orders)
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(eq(orders.id, orderId));
  if (!order?.booking_id || order.status === "completed") return;
  const found = await readForMail(ctx, order.booking_id);
  if (!found || found.booking.status === "completed") return;
  const again = `${ctx.origin}/book?service=${encodeURIComponent(order.service_id)}`;
  await send(ctx, found, {
    occasion: `payment-failed:${orderId}`,
    subject: `Your payment for ${found.booking.service} didn't go through`,
    mail: (
      <PaymentFailedMail {...found.content} again={found.booking.status === "cancelled" ? again : null} />
    ),
    attachments: [],
  });
}

/** 'Your receipt', for a visit that was booked already when its money came; nothing when it was not paid. */
export async function mailReceipt(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  const { receipt, service } = found?.content ?? {};
  if (!found || !receipt) return;
  await send(ctx, found, {
    occasion: `receipt:${bookingId}`,
    subject: `Your receipt: ${receipt.total} for ${service}`,
    mail: <PaymentReceiptMail {...found.content} receipt={receipt} />,
    attachments: [],
  });
}

/** 'We have sent $X back', once a try; nothing when it has failed since: staff see to that. */
export async function mailRefundSent(ctx: MailCtx, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, refundId));
  if (!row) return;
  const { refund, order } = row;
  if (!order.booking_id) return;
  if (refund.status !== "pending" && refund.status !== "completed") return;
  const found = await readForMail(ctx, order.booking_id);
  if (!found) return;
  const formatAmount = (cents: number) => formatCents(cents, order.currency);
  const amount = formatAmount(refund.amount);
  const method = officeMethodOf(order.provider);
  const { paid, refunded } = moneyOf({ needs_attention: null }, order, await readRefunds(ctx, order.id));
  const left = paid > refunded ? formatAmount(paid - refunded) : null;
  const instead = isPaidTwice(refund) ? await readStandsInstead(ctx, order) : null;
  await send(ctx, found, {
    occasion: `refund-sent:${refund.idempotency_key}`,
    subject: method ? `Your refund of ${amount}` : `We've refunded ${amount}`,
    mail: <RefundSentMail {...found.content} {...{ amount, method, left, instead }} />,
    attachments: [],
  });
}
