import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { forgetOld } from "./forget-old.server";

/** Every night: what has been kept for long enough goes. */
export function retentionJobs(ctx: () => Ctx): JobKind[] {
  return [{ name: "forget-old", cron: "17 8 * * *", run: () => forgetOld(ctx()) }];
}
