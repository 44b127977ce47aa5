import { z } from "zod";
import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

const crewNews = z.object({
  booking_id: z.uuid(),
  crew_id: z.uuid(),
  sequence: z.int(),
  had: z.boolean(),
  before: z.object({ date: z.string(), time: z.string() }),
});

/** Mails about bookings. The mail code is loaded with the first mail. */
export function bookingJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  const mails = () => import("./mails.server");
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
      run: async ({ booking_id, sequence }) =>
        (await mails()).mailBookingMoved(ctx(), String(booking_id), Number(sequence)),
    },
    {
      name: "booking-cancelled-mail",
      run: async ({ booking_id, sequence }) =>
        (await mails()).mailBookingCancelled(ctx(), String(booking_id), Number(sequence)),
    },
    {
      name: "booking-status-mail",
      run: async ({ booking_id, sequence }) =>
        (await mails()).mailBookingStatus(ctx(), String(booking_id), Number(sequence)),
    },
    {
      name: "crew-visit-mail",
      run: async (news) => (await import("./crew-mails.server")).mailCrew(ctx(), crewNews.parse(news)),
    },
  ];
}
