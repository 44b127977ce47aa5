import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { closeCheckout, expireHolds } from "./close.server";

/** Work that keeps holds and checkouts in step. */
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
  ];
}
