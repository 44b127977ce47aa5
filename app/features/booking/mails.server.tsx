import { renderMail, senderOf } from "~/features/mail/render.server";
import { sendMailOnce } from "~/features/mail/send.server";
import { type Company, readCompany } from "~/features/settings/reads.server";
import type { Ctx } from "~/platform/context.server";
import type { Mailer } from "~/platform/mail.server";
import { calendarFile } from "./calendar.server";
import { BookingConfirmedMail, BookingFlaggedMail, type BookingMail } from "./emails";
import { type BookingView, readBooking } from "./reads.server";

type MailCtx = Ctx & { mailer: Mailer };

/** 'Your cleaning is booked', with a calendar file. Nothing is sent to a booking without an e-mail address. */
export async function mailBookingConfirmed(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (!found) return;
  const { booking, company, content, to } = found;
  await sendMailOnce(ctx, {
    occasion: `booking-confirmed:${bookingId}`,
    booking_id: bookingId,
    from: senderOf(company),
    to,
    subject: `Booked: ${booking.service} on ${booking.date_in_words}`,
    ...(await renderMail(<BookingConfirmedMail {...content} />)),
    attachments: [
      {
        filename: "cleaning.ics",
        content: calendarFile(booking, company),
        contentType: "text/calendar; method=PUBLISH",
      },
    ],
  });
}

/** 'We need to find you a new time': paid, but the slot was lost. */
export async function mailBookingFlagged(ctx: MailCtx, bookingId: string): Promise<void> {
  const found = await readForMail(ctx, bookingId);
  if (!found) return;
  await sendMailOnce(ctx, {
    occasion: `booking-flagged:${bookingId}`,
    booking_id: bookingId,
    from: senderOf(found.company),
    to: found.to,
    subject: `About your ${found.booking.service}: we need to find you a new time`,
    ...(await renderMail(<BookingFlaggedMail {...found.content} />)),
    attachments: [],
  });
}

async function readForMail(ctx: MailCtx, bookingId: string) {
  const [booking, company] = await Promise.all([readBooking(ctx, bookingId), readCompany(ctx)]);
  if (!booking?.customer_email) return null;
  return { booking, company, to: booking.customer_email, content: contentOf(ctx, booking, company) };
}

function contentOf({ origin }: MailCtx, booking: BookingView, company: Company): BookingMail {
  return {
    sender: company,
    customer_name: booking.customer_name,
    service: booking.service,
    when: `${booking.date_in_words}, ${booking.time}`,
    duration: booking.duration,
    where: booking.address,
    total: booking.total,
    url: `${origin}/payment-success?session_id=${booking.session_id}`,
  };
}
