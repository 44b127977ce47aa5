import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { deliverEvent } from "./events.server";
import { isTestCheckoutInUse } from "./sessions.server";
import { billSubscriptions } from "./subscriptions.server";

type Target = { url: () => string; secret: string };

/** Charges what is due every month, and delivers the test checkout's events until the application acknowledges them, for some hours. */
export function testCheckoutJobs(ctx: () => Ctx, { url, secret }: Target): JobKind[] {
  return [
    {
      name: "test-checkout-billing",
      cron: "*/5 * * * *",
      retryLimit: 0,
      run: async () => {
        if (await isTestCheckoutInUse(ctx())) await billSubscriptions(ctx());
      },
    },
    {
      name: "test-checkout-event",
      retryLimit: 12,
      retryDelay: 2,
      run: async ({ event_id }) => {
        const { db, now } = ctx();
        await deliverEvent({ db, now, secret, url: url() }, String(event_id));
      },
    },
  ];
}
