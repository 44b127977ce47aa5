import { z } from "zod";
import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

const news = z.object({ booking_id: z.uuid(), sequence: z.int(), held_since: z.int().optional() });
const moved = news.extend({ date: z.string(), time: z.string() });
const cancelled = news.extend({ at: z.int() });
const statusChanged = news.extend({ status: z.enum(["pending", "confirmed", "completed"]) });
const crewNews = news.extend({
  crew_id: z.uuid(),
  had: z.boolean(),
  before: z.object({ date: z.string(), time: z.string() }),
});

/** Mails about bookings. The mail code is loaded with the first mail. */
export function bookingJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  const mails = () => import("./emails/mails.server");
  return [
    {
      name: "booking-confirmed-mail",
      run: async ({ booking_id }) => (await mails()).mailBookingConfirmed(ctx(), String(booking_id)),
    },
    {
      name: "booking-flagged-mail",
      run: async ({ booking_id }) => (await mails()).mailBookingFlagged(ctx(), String(booking_id)),
    },
    {
      name: "booking-moved-mail",
      run: async (news) => (await mails()).mailBookingMoved(ctx(), moved.parse(news)),
    },
    {
      name: "booking-cancelled-mail",
      run: async (news) => (await mails()).mailBookingCancelled(ctx(), cancelled.parse(news)),
    },
    {
      name: "booking-status-mail",
      run: async (news) => (await mails()).mailBookingStatus(ctx(), statusChanged.parse(news)),
    },
    {
      name: "payment-processing-mail",
      run: async ({ booking_id }) =>
        (await import("./emails/payment-mails.server")).mailPaymentProcessing(ctx(), String(booking_id)),
    },
    {
      name: "payment-failed-mail",
      run: async ({ order_id }) =>
        (await import("./emails/payment-mails.server")).mailPaymentFailed(ctx(), String(order_id)),
    },
    {
      name: "receipt-mail",
      run: async ({ booking_id }) =>
        (await import("./emails/payment-mails.server")).mailReceipt(ctx(), String(booking_id)),
    },
    {
      name: "refund-mail",
      run: async ({ refund_id }) =>
        (await import("./emails/payment-mails.server")).mailRefundSent(ctx(), String(refund_id)),
    },
    {
      name: "crew-visit-mail",
      run: async (news) => (await import("./emails/crew-mails.server")).mailCrew(ctx(), crewNews.parse(news)),
    },
  ];
}
