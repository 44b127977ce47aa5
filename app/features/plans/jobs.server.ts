import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

/** Mails about plans, and the work that keeps plans and their charges in step. */
export function planJobs(_ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  return [
    { name: "plan-started-mail", run: async (_data) => {} }, // { plan_id }
    { name: "plan-charge-mail", run: async (_data) => {} }, // { plan_id, period_end }
    { name: "plan-payment-failed-mail", run: async (_data) => {} }, // { plan_id, invoice_id }
    { name: "plan-ended-mail", run: async (_data) => {} }, // { plan_id, why }
    { name: "plan-changed-mail", run: async (_data) => {} }, // { plan_id, what, at }
    { name: "plan-visit-moved-mail", run: async (_data) => {} }, // { booking_id }
  ];
}
