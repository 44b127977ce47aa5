import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import { forgetUnconfirmed } from "./forget.server";

/** Mails about the newsletter, and forgetting the addresses whose owners never confirmed. */
export function newsletterJobs(ctx: () => JobCtx): JobKind[] {
  const mails = () => import("./mails.server");
  return [
    {
      name: "newsletter-mail",
      run: async ({ mail, subscriber_id, request_id }) => {
        const { mailConfirm, mailWelcome, mailAlready } = await mails();
        if (mail === "confirm") await mailConfirm(ctx(), String(subscriber_id), String(request_id));
        if (mail === "welcome") await mailWelcome(ctx(), String(subscriber_id), String(request_id));
        if (mail === "already") await mailAlready(ctx(), String(subscriber_id));
      },
    },
    { name: "newsletter-forget-pending", cron: "23 8 * * *", run: () => forgetUnconfirmed(ctx()) },
  ];
}
