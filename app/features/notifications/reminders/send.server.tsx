import { z } from "zod";
import { noticeOf, readForEmail } from "~/features/booking/emails/queries.server";
import { isStillThere } from "~/features/booking/queries.server";
import { defineEmail } from "~/features/notifications/email/define.server";
import { MAILS_PAGE } from "~/features/notifications/preferences/choices";
import type { Database } from "~/platform/database/database.server";
import { isReminderWanted } from "./queries.server";
import { reminderDay, reminderOccasion } from "./rules";

/** Sends a reminder, unless the visit was rescheduled, cancelled or flagged, or has begun. */
export const sendReminder = defineEmail({
  queue: "reminder-mail",
  atOnce: 10,
  input: z.object({
    booking_id: z.guid(),
    starts_at: z.string().transform((at) => Temporal.Instant.from(at)),
  }),
  templates: () => import("./emails"),
  async compose(ctx, { booking_id: id, starts_at }) {
    const found = await readForEmail(ctx, id);
    const isWanted = (tx: Database) => isReminderWanted(tx, ctx.now, { id, starts_at });
    if (!found || !(await ctx.db.transaction(isWanted))) return;
    const { booking, content, to } = found;
    const day = reminderDay(starts_at, ctx.now, ctx.company.timezone);
    const choices = booking.user_id ? ctx.origin + MAILS_PAGE : null;
    return {
      occasion: reminderOccasion(id, starts_at),
      booking_id: id,
      isWanted: async (tx) => (await isStillThere(tx, id)) && isWanted(tx),
      user_id: booking.user_id,
      to,
      subject: `Reminder: ${booking.service} ${day} at ${booking.time}`,
      template: ({ ReminderEmail }) => (
        <ReminderEmail {...content} day={day} time={booking.time} choices={choices} />
      ),
      notice: noticeOf(booking),
      secrets: [new URL(content.url).searchParams.get("key") ?? ""],
    };
  },
});
