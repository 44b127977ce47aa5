import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";
import { flagTrials } from "./attention.server";
import { announceCharges, askAboutCharges, askAboutEnded, endUnpaid } from "./charge/charges.server";
import { syncPending, syncProvider } from "./charge/sync.server";
import { planMailJobs } from "./emails/mail-jobs.server";
import { expirePlanHolds, extendSchedules } from "./schedule/extend-all.server";

/** Mails about plans, and the work that keeps plans and their charges in step. */
export function planJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  return [
    { name: "plan-subscription", run: ({ plan_id }) => syncProvider(ctx(), String(plan_id)) },
    { name: "tell-untold-plans", cron: "*/10 * * * *", retryLimit: 0, run: () => syncPending(ctx()) },
    { name: "roll-plans", cron: "7 3,15 * * *", retryLimit: 0, run: () => extendSchedules(ctx()) },
    { name: "expire-plan-holds", cron: "* * * * *", retryLimit: 0, run: () => expirePlanHolds(ctx()) },
    { name: "announce-charges", cron: "41 * * * *", retryLimit: 0, run: () => announceCharges(ctx()) },
    { name: "ask-about-charges", cron: "*/10 * * * *", retryLimit: 0, run: () => askAboutCharges(ctx()) },
    { name: "flag-trial-plans", cron: "37 */6 * * *", retryLimit: 0, run: () => flagTrials(ctx()) },
    { name: "ask-about-ended-plans", cron: "23 */6 * * *", retryLimit: 0, run: () => askAboutEnded(ctx()) },
    { name: "end-unpaid-plans", cron: "51 * * * *", retryLimit: 0, run: () => endUnpaid(ctx()) },
    ...planMailJobs(ctx),
  ];
}
