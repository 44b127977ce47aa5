import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";

/** Mails to the office, as the settings want them. */
export function noticeJobs(ctx: () => JobCtx): JobKind[] {
  const mails = () => import("./mails.server");
  return [
    {
      name: "booking-notice-mail",
      run: async ({ booking_id }) => (await mails()).mailBookingNotice(ctx(), String(booking_id)),
    },
    {
      name: "payment-notice-mail",
      run: async ({ order_id }) => (await mails()).mailPaymentNotice(ctx(), String(order_id)),
    },
    {
      name: "refund-notice-mail",
      run: async ({ refund_id }) => (await mails()).mailRefundNotice(ctx(), String(refund_id)),
    },
    {
      name: "dispute-notice-mail",
      run: async ({ dispute_id, state, status }) =>
        (await import("./dispute-mail.server")).mailDisputeNotice(ctx(), {
          id: String(dispute_id),
          state: String(state ?? status), // jobs that were queued before inquiries had a state say "status"
        }),
    },
    {
      name: "plan-notice-mail",
      run: async ({ plan_id, at }) =>
        (await import("./plan-mail.server")).mailPlanNotice(ctx(), {
          plan_id: String(plan_id),
          at: Number(at),
        }),
    },
    {
      name: "daily-summary-mail",
      cron: "5 * * * *",
      run: async () => (await import("./summary.server")).mailDailySummary(ctx()),
    },
  ];
}
