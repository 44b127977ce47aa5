import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { SafeFetch } from "~/platform/safe-fetch.server";
import { deliver } from "./deliver.server";
import { FIRST_PAUSE_SECONDS, MAX_TRIES, MAX_WEBHOOKS } from "./webhook";

/** What other programs are told. A job has more tries than its delivery, which says itself when it has failed. */
export function webhookJobs(ctx: () => JobCtx, post: SafeFetch): JobKind[] {
  return [
    {
      name: "webhook-delivery",
      run: ({ delivery_id, until }) =>
        deliver(ctx(), post, { delivery_id: String(delivery_id), until: Number(until) || MAX_TRIES }),
      retryLimit: MAX_TRIES + 3,
      retryDelay: FIRST_PAUSE_SECONDS,
      expireInSeconds: 60,
      atOnce: MAX_WEBHOOKS,
      byGroup: true,
    },
  ];
}
