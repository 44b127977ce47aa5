import { noticeOf, readForMail } from "~/features/booking/emails/mails.server";
import { isStillThere } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { MAILS_PAGE } from "~/features/notifications/preferences/choices";
import type { JobCtx } from "~/platform/runtime.server";
import { ReminderMail } from "./emails";
import { isReminderWanted } from "./queries.server";
import { reminderDay, reminderOccasion } from "./rules";

/** 'Your cleaning is tomorrow'; nothing when the visit was moved, cancelled or put in doubt since, or begins already. */
export async function mailReminder(ctx: JobCtx, id: string, starts_at: Temporal.Instant): Promise<void> {
  const due = { id, starts_at };
  const found = await readForMail(ctx, id);
  if (!found || !(await ctx.db.transaction((tx) => isReminderWanted(tx, ctx.now, due)))) return;
  const { booking, company, content, to } = found;
  const day = reminderDay(starts_at, ctx.now, company.timezone);
  const choices = booking.user_id ? ctx.origin + MAILS_PAGE : null;
  await sendMailOnce(ctx, {
    occasion: reminderOccasion(id, starts_at),
    booking_id: id,
    isWanted: async (tx) => (await isStillThere(tx, id)) && (await isReminderWanted(tx, ctx.now, due)),
    user_id: booking.user_id,
    from: senderOf(company),
    to,
    subject: `Reminder: ${booking.service} ${day} at ${booking.time}`,
    ...renderMail(<ReminderMail {...content} day={day} time={booking.time} choices={choices} />, {
      notice: noticeOf(booking),
    }),
    attachments: [],
    secrets: [new URL(content.url).searchParams.get("key") ?? ""],
  });
}
