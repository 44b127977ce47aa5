import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import { inviteReviews } from "./invite.server";

/** Invitations to review, the day after a visit. */
export function reviewJobs(ctx: () => JobCtx): JobKind[] {
  return [
    { name: "invite-reviews", cron: "*/10 * * * *", retryLimit: 0, run: () => inviteReviews(ctx()) },
    {
      name: "review-invitation-mail",
      run: async ({ booking_id }) =>
        (await import("./invitation-mail.server")).mailReviewInvitation(ctx(), String(booking_id)),
    },
  ];
}
