import { z } from "zod";
import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

const plan = z.object({ plan_id: z.uuid() });
const charge = plan.extend({ period_end: z.string() });
const failed = plan.extend({ failure: z.string() });
const receipt = plan.extend({ order_id: z.uuid() });
const ended = plan.extend({
  why: z.enum(["as asked", "by staff", "given back", "unpaid", "payment failed", "ended at the provider"]),
});
const changed = plan.extend({
  what: z.enum(["paused", "month skipped", "resumed", "ending"]),
  at: z.number(),
});

/** Mails about plans. The mail code is loaded with the first mail. */
export function planMailJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  const mails = () => import("./mails.server");
  return [
    {
      name: "plan-payment-processing-mail",
      run: async (news) => (await mails()).mailPlanPaymentProcessing(ctx(), plan.parse(news).plan_id),
    },
    {
      name: "plan-started-mail",
      run: async (news) => (await mails()).mailPlanStarted(ctx(), plan.parse(news).plan_id),
    },
    {
      name: "plan-charge-mail",
      run: async (news) => (await mails()).mailPlanCharge(ctx(), charge.parse(news)),
    },
    {
      name: "plan-receipt-mail",
      run: async (news) =>
        (await import("./payment-mails.server")).mailPlanReceipt(ctx(), receipt.parse(news)),
    },
    {
      name: "plan-refund-mail",
      run: async ({ refund_id }) =>
        (await import("./payment-mails.server")).mailPlanRefund(ctx(), String(refund_id)),
    },
    {
      name: "plan-payment-failed-mail",
      run: async (news) => (await mails()).mailPlanPaymentFailed(ctx(), failed.parse(news)),
    },
    {
      name: "plan-ended-mail",
      run: async (news) => (await mails()).mailPlanEnded(ctx(), ended.parse(news)),
    },
    {
      name: "plan-changed-mail",
      run: async (news) => (await mails()).mailPlanChanged(ctx(), changed.parse(news)),
    },
    {
      name: "plan-visit-moved-mail",
      run: async ({ booking_id }) => (await mails()).mailPlanVisitMoved(ctx(), String(booking_id)),
    },
  ];
}
