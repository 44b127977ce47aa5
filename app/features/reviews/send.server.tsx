// Rooms: the email (notifications) is about a visit (booking), and leads to what can be claimed (claims).
import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "~/db/schema/accounts";
import { profiles } from "~/db/schema/customers";
import { keyOf } from "~/features/booking/emails/queries.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { historyPath } from "~/features/booking/manage/visit";
import { isStillThere, readBooking } from "~/features/booking/queries.server";
import { readClaimableUntil } from "~/features/claims/queries.server";
import { defineEmail, unsubscribeHeaders } from "~/features/notifications/email/define.server";
import { leaveReviewsUrl } from "~/features/notifications/preferences/choices.server";
import { formatDay } from "~/lib/dates";
import type { Database } from "~/platform/database/database.server";
import { isInvitationWanted } from "./invite.server";
import { invitationOccasion } from "./rules";

/** 'How was your cleaning?'; nothing when it was reviewed, undone or paid back since, or its customer wants none. */
export const sendReviewInvitation = defineEmail({
  queue: "review-invitation-mail",
  input: z.object({ booking_id: z.guid() }),
  templates: () => import("./emails"),
  async compose(ctx, { booking_id }) {
    const booking = await readBooking(ctx, booking_id);
    const [user] = booking?.user_id
      ? await ctx.db
          .select({ id: users.id, email: users.email, first_name: profiles.first_name })
          .from(users)
          .leftJoin(profiles, eq(profiles.id, users.id))
          .where(eq(users.id, booking.user_id))
      : [];
    if (!booking || !user) return;
    const isWanted = async (tx: Database) =>
      (await isStillThere(tx, booking_id)) && (await isInvitationWanted(tx, ctx.now, booking_id));
    if (!(await ctx.db.transaction(isWanted))) return;
    const unsubscribe = leaveReviewsUrl(ctx, user.id);
    const until = await readClaimableUntil(ctx, booking_id);
    const claim = until === null ? null : { url: manageUrl(ctx, booking, "claim"), until };
    return {
      occasion: invitationOccasion(booking_id),
      booking_id,
      isWanted,
      user_id: user.id,
      to: user.email,
      subject: `How was your ${booking.service}?`,
      template: ({ ReviewInvitationEmail }) => (
        <ReviewInvitationEmail
          sender={ctx.company}
          first_name={user.first_name}
          service={booking.service}
          day={formatDay(booking.date)}
          url={ctx.origin + historyPath({ show: 0, visit: booking_id })}
          google_url={ctx.settings["reviews.google_url"]}
          claim={claim}
          unsubscribe={unsubscribe}
        />
      ),
      secrets: claim ? [keyOf(claim.url)] : [],
      headers: unsubscribeHeaders(unsubscribe),
    };
  },
});
