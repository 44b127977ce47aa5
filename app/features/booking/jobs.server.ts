import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

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
  ];
}
