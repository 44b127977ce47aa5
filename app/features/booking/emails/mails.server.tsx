import { and, desc, eq, gte, inArray, isNull, like, lt, lte, notLike, or } from "drizzle-orm";
import type { ReactElement } from "react";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import type { BookingStatus } from "~/features/booking/booking";
import { manageUrl } from "~/features/booking/manage/manage-link.server";
import { isNews } from "~/features/booking/office/status-changes.server";
import { flagToCustomer } from "~/features/booking/paid-flag";
import { type BookingView, isStillThere, readBooking } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { officeMethodOf, PAID_HOW } from "~/features/payments/orders/rules";
import { refundKey } from "~/features/payments/orders/store-refund.server";
import { companyToday } from "~/features/scheduling/availability/slots";
import { formatDate, formatTime } from "~/lib/dates";
import { mailPlace } from "~/lib/mail-words";
import { formatCents } from "~/lib/money";
import { TEST_NOTICE } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { Mailer } from "~/platform/mail.server";
import { calendarAttachment } from "./calendar.server";
import {
  BookingCancelledMail,
  BookingConfirmedMail,
  BookingFlaggedMail,
  type BookingMail,
  BookingMovedMail,
  type RefundInMail,
} from "./emails";
import { BookingDoneMail, BookingWaitsMail } from "./status-emails";

export type MailCtx = Ctx & { mailer: Mailer };

/** 'Your cleaning is booked', with a calendar file; nothing when it has been cancelled since. */
export async function mailBookingConfirmed(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (!found || found.booking.status === "cancelled") return;
  const { booking, company, content } = found;
  await send(ctx, found, {
    occasion: `booking-confirmed:${bookingId}`,
    subject: `Booked: ${booking.service} on ${booking.date_in_words}`,
    mail: <BookingConfirmedMail {...content} />,
    attachments: [calendarAttachment(booking, company, "PUBLISH")],
  });
}

/** `held_since`: told some seconds later, for it may be undone; when it was made, in epoch milliseconds. */
type News = { booking_id: string; sequence: number; held_since?: number };

/**
 * 'Your cleaning has been rescheduled', with the new entry; nothing when it was moved again since: that has a mail of its own.
 * `date` and `time`: where it was moved to, company time, as the database writes them.
 */
export async function mailBookingMoved(
  ctx: MailCtx,
  { booking_id: bookingId, sequence, date, time }: News & { date: string; time: string },
): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (found?.booking.status !== "confirmed" && found?.booking.status !== "pending") return;
  const { booking, company, content } = found;
  if (booking.date !== date || booking.time !== formatTime(time)) return;
  await send(ctx, found, {
    occasion: `booking-moved:${bookingId}:${sequence}`,
    subject: `Rescheduled: ${booking.service} is now on ${booking.date_in_words}`,
    mail: <BookingMovedMail {...content} />,
    attachments: [calendarAttachment(booking, company, "PUBLISH")],
  });
}

/**
 * 'Your cleaning is cancelled', with what goes back, and a file that takes it out of the calendar; nothing when it came back
 * since, or was cancelled once more. `at`: when it was
 * cancelled, in epoch milliseconds.
 */
export async function mailBookingCancelled(
  ctx: MailCtx,
  { booking_id: bookingId, sequence, held_since, at }: News & { at: number },
): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (found?.booking.status !== "cancelled" || found.booking.cancelled_at?.epochMilliseconds !== at) return;
  const { booking, company, content } = found;
  const refund = await readRefund(ctx, booking);
  await send(ctx, found, {
    isNews: stillNews({ id: bookingId, sequence, held_since, status: "cancelled" }),
    occasion: `booking-cancelled:${bookingId}:${sequence}`,
    subject: `${booking.plan_id ? "Skipped" : "Cancelled"}: ${booking.service} on ${booking.date_in_words}`,
    mail: <BookingCancelledMail {...content} refund={refund} />,
    attachments: [calendarAttachment(booking, company, "CANCEL")],
  });
}

/** What a booking has become by a decision of the office; nothing when it has become something else since. */
export async function mailBookingStatus(
  ctx: MailCtx,
  {
    booking_id: bookingId,
    sequence,
    held_since,
    status,
  }: News & { status: "pending" | "confirmed" | "completed" },
): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (found?.booking.status !== status) return;
  const { booking, company, content } = found;
  const Mail =
    status === "confirmed"
      ? BookingConfirmedMail
      : status === "completed"
        ? BookingDoneMail
        : BookingWaitsMail;
  await send(ctx, found, {
    isNews: stillNews({ id: bookingId, sequence, held_since, status }),
    occasion: `booking-status:${bookingId}:${sequence}`,
    subject: `${STATUS_SUBJECT[status]}: ${booking.service} on ${booking.date_in_words}`,
    mail: <Mail {...content} />,
    attachments: status === "completed" ? [] : [calendarAttachment(booking, company, "PUBLISH")],
  });
}

const STATUS_SUBJECT = { pending: "Not confirmed yet", confirmed: "Booked", completed: "Completed" } as const;

/** What became of a payment that a person must look at; nothing once somebody has. */
export async function mailBookingFlagged(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (!found?.booking.flag) return;
  const { flag, service } = found.booking;
  const heading = flagToCustomer(flag).heading.replaceAll("’", "'");
  await send(ctx, found, {
    occasion: `booking-flagged:${bookingId}`,
    subject: `About your ${service}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    mail: <BookingFlaggedMail {...found.content} flag={flag} />,
    attachments: [],
  });
}

type Found = { booking: BookingView; company: Company; content: BookingMail; to: string };

/** Null for a booking without an e-mail address: there is nobody to write to. */
export async function readForMail(ctx: MailCtx, bookingId: string): Promise<Found | null> {
  const [found, company] = await Promise.all([readBooking(ctx, bookingId), readCompany(ctx)]);
  if (!found?.customer_email) return null;
  const booking = { ...found, address: mailPlace(found.address), customer_email: found.customer_email };
  return { booking, company, to: booking.customer_email, content: contentOf(ctx, booking, company) };
}

function contentOf(ctx: MailCtx, booking: BookingView, company: Company): BookingMail {
  return {
    sender: company,
    customer_name: booking.customer_name,
    service: booking.service,
    when: `${booking.date_in_words}, ${booking.time}`,
    duration: booking.duration,
    where: booking.address,
    paid: paidOf(booking),
    receipt: receiptOf(ctx, booking, company),
    lines: booking.lines,
    due: booking.plan_id || paidOf(booking) ? null : booking.total,
    of_plan: booking.plan_id !== null,
    policy: booking.policy,
    late_fee_applies: booking.late_fee_applies,
    url: manageUrl(ctx, booking.id),
  };
}

function paidOf({ plan_id, order_status, total, paid_otherwise }: BookingView): string | null {
  if (plan_id) return null;
  return order_status === "completed" ? total : paid_otherwise;
}

function receiptOf(ctx: MailCtx, booking: BookingView, { timezone }: Company) {
  const { paid_at, paid_by, receipt_number, lines, total } = booking;
  if (!paid_at) return null;
  const url = new URL(manageUrl(ctx, booking.id));
  url.pathname += "/receipt";
  return {
    number: receipt_number,
    paid_on: formatDate(companyToday(paid_at, timezone)),
    how: paid_by && PAID_HOW[paid_by],
    lines,
    total,
    url: url.href,
  };
}

/** What went back with the newest cancellation; of what was given back before it only the sum. */
async function readRefund(ctx: MailCtx, { id: bookingId, processing }: BookingView): Promise<RefundInMail> {
  const { db } = ctx;
  const [refund] = await db
    .select({
      amount: refunds.amount,
      status: refunds.status,
      currency: orders.currency,
      provider: orders.provider,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      and(
        eq(orders.booking_id, bookingId),
        like(refunds.idempotency_key, `${refundKey(bookingId)}%`),
        or(isNull(bookings.cancelled_at), gte(refunds.created_at, bookings.cancelled_at)),
      ),
    )
    .orderBy(desc(refunds.created_at))
    .limit(1);
  const before = await readBefore(ctx, bookingId);
  if (!refund) return { amount: null, failed: false, method: null, processing, before };
  return {
    before,
    amount: formatCents(refund.amount, refund.currency),
    failed: refund.status === "failed" || refund.status === "cancelled",
    method: officeMethodOf(refund.provider),
    processing,
  };
}

/** What of a booking's payment had gone back, or was on its way, when it was cancelled; null when nothing. */
async function readBefore({ db }: MailCtx, bookingId: string): Promise<string | null> {
  const given = await db
    .select({ amount: refunds.amount, currency: orders.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(bookings, eq(bookings.id, orders.booking_id))
    .where(
      and(
        eq(orders.booking_id, bookingId),
        inArray(refunds.status, ["pending", "completed"]),
        lte(refunds.created_at, bookings.cancelled_at),
        or(
          notLike(refunds.idempotency_key, `${refundKey(bookingId)}%`),
          lt(refunds.created_at, bookings.cancelled_at), // that of an earlier cancellation
        ),
      ),
    );
  const sum = given.reduce((total, { amount }) => total + amount, 0);
  return sum > 0 ? formatCents(sum, given[0]?.currency) : null;
}

type Letter = {
  occasion: string;
  subject: string;
  mail: ReactElement;
  attachments: { filename: string; content: string; contentType: string }[];
  /** Asked with the booking locked. */
  isNews?: (tx: Database) => Promise<boolean>;
};

/** What marks a mail about a booking that was paid for as a test. */
export function noticeOf({ is_test }: Pick<BookingView, "is_test">): string | null {
  return is_test ? TEST_NOTICE : null;
}

/** Whether a change that was held back is still what the booking is, and news to its customer. */
function stillNews({
  held_since,
  ...change
}: {
  id: string;
  sequence: number;
  held_since: number | undefined;
  status: BookingStatus;
}): Letter["isNews"] {
  if (held_since === undefined) return undefined;
  const at = Temporal.Instant.fromEpochMilliseconds(held_since);
  return (tx) => isNews(tx, { ...change, at });
}

export async function send(
  ctx: MailCtx,
  { booking, company, to, content }: Found,
  { mail, isNews = async () => true, ...letter }: Letter,
) {
  await sendMailOnce(ctx, {
    ...letter,
    booking_id: booking.id,
    isWanted: async (tx) => (await isStillThere(tx, booking.id)) && isNews(tx),
    user_id: booking.user_id,
    from: senderOf(company),
    to,
    ...renderMail(mail, { notice: noticeOf(booking) }),
    secrets: [new URL(content.url).searchParams.get("key") ?? ""],
  });
}
