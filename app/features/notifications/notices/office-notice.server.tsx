import type { z } from "zod";
import { noticeOf } from "~/features/booking/emails/queries.server";
import { type BookingView, isStillThere } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import type { OfficeNoticeEmail } from "./emails";

type Notice = Omit<Parameters<typeof OfficeNoticeEmail>[0], "sender"> & {
  booking: BookingView;
  occasion: string;
  subject: string;
};

/** Defines a notice to the office about a booking, sent if the setting is on. The first fact is the customer. */
export function officeNotice<Input>(
  queue: string,
  setting: "new_booking_notifications" | "payment_notifications",
  input: z.ZodType<Input>,
  compose: (ctx: EmailCtx, input: Input) => Promise<Notice | undefined>,
) {
  return defineEmail({
    queue,
    input,
    templates: () => import("./emails"),
    async compose(ctx, about) {
      const composed = ctx.settings[`notifications.${setting}`] ? await compose(ctx, about) : undefined;
      if (!composed) return;
      const { booking, occasion, subject, ...notice } = composed;
      const { customer_name, customer_email } = booking;
      const customer = [customer_name, customer_email].filter(Boolean).join(", ") || "Unknown Customer";
      const facts = [{ label: "Customer", value: customer }, ...notice.facts];
      return {
        occasion,
        subject,
        booking_id: booking.id,
        isWanted: (tx) => isStillThere(tx, booking.id),
        user_id: booking.user_id,
        template: ({ OfficeNoticeEmail }) => (
          <OfficeNoticeEmail sender={ctx.company} {...notice} facts={facts} />
        ),
        notice: noticeOf(booking),
      };
    },
  });
}

export function viewBooking({ origin }: EmailCtx, id: string) {
  return { label: "View booking", url: `${origin}/admin/bookings/${id}` };
}

export function viewOrder({ origin }: EmailCtx, id: string) {
  return { label: "View order", url: `${origin}/admin/orders/${id}` };
}
