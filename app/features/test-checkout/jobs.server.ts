import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { deliverEvent } from "./deliver.server";

type Target = { url: () => string; secret: string };

/** Delivers the test checkout's events until the application acknowledges them, for some hours. */
export function testCheckoutJobs(ctx: () => Ctx, { url, secret }: Target): JobKind[] {
  return [
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
