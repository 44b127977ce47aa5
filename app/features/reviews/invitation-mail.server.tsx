import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { historyPath } from "~/features/booking/manage/visit";
import { isStillThere, readBooking } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { leaveReviewsUrl } from "~/features/notifications/preferences/choices.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDay } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";
import { ReviewInvitationMail } from "./emails";
import { isInvitationWanted } from "./invite.server";
import { invitationOccasion } from "./rules";

/** 'How was your cleaning?'; nothing when it was reviewed, undone or paid back since, or its customer wants none. */
export async function mailReviewInvitation(ctx: JobCtx, bookingId: string): Promise<void> {
  const [booking, company] = await Promise.all([readBooking(ctx, bookingId), readCompany(ctx)]);
  const user = booking?.user_id ? await readUser(ctx, booking.user_id) : undefined;
  if (!booking || !user) return;
  const isWanted = async (tx: JobCtx["db"]) =>
    (await isStillThere(tx, bookingId)) && (await isInvitationWanted(tx, ctx.now, bookingId));
  if (!(await ctx.db.transaction(isWanted))) return;
  const unsubscribe = leaveReviewsUrl(ctx, user.id);
  await sendMailOnce(ctx, {
    occasion: invitationOccasion(bookingId),
    booking_id: bookingId,
    isWanted,
    user_id: user.id,
    from: senderOf(company),
    to: user.email,
    subject: `How was your ${booking.service}?`,
    ...renderMail(
      <ReviewInvitationMail
        sender={company}
        first_name={user.first_name}
        service={booking.service}
        day={formatDay(booking.date)}
        url={ctx.origin + historyPath({ show: 0, visit: bookingId })}
        unsubscribe={unsubscribe}
      />,
    ),
    attachments: [],
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
}

async function readUser({ db }: JobCtx, id: string) {
  const [user] = await db
    .select({ id: users.id, email: users.email, first_name: profiles.first_name })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, id));
  return user;
}
