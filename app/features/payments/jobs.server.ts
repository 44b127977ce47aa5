import { closeCheckout, expireHolds } from "~/features/payments/checkout/sync.server";
import { refundOrder, retryRefunds } from "~/features/payments/refunds/send.server";
import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { findPendingSyncs, reconcilePayments } from "./settlement/reconcile.server";

/** Work that keeps holds and checkouts in step, and gives money back. */
export function paymentJobs(ctx: () => Ctx): JobKind[] {
  return [
    {
      name: "close-checkout",
      run: async ({ session_id }) => void (await closeCheckout(ctx(), String(session_id))),
    },
    {
      name: "expire-holds",
      cron: "* * * * *",
      retryLimit: 0,
      run: async () => void (await expireHolds(ctx())),
    },
    {
      name: "reconcile-payments",
      cron: "*/2 * * * *",
      retryLimit: 0,
      run: () => reconcilePayments(ctx()),
    },
    { name: "refund-order", run: ({ refund_id }) => refundOrder(ctx(), String(refund_id)) },
    { name: "retry-refunds", cron: "23 * * * *", retryLimit: 0, run: () => retryRefunds(ctx()) },
    {
      name: "list-refunds-and-disputes",
      cron: "47 * * * *",
      retryLimit: 0,
      run: () => findPendingSyncs(ctx()),
    },
  ];
}
