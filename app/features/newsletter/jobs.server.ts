import { and, eq, lt } from "drizzle-orm";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import { FORGET_PENDING_DAYS } from "./subscription";

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
    { name: "newsletter-forget-pending", cron: "23 8 * * *", run: () => forgetPending(ctx()) },
  ];
}

async function forgetPending({ db, now }: Pick<Ctx, "db" | "now">): Promise<void> {
  await db
    .delete(newsletter_subscribers)
    .where(
      and(
        eq(newsletter_subscribers.status, "pending"),
        lt(newsletter_subscribers.updated_at, now.subtract({ hours: 24 * FORGET_PENDING_DAYS })),
      ),
    );
}
