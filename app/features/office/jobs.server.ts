import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { compactCounts } from "./compact.server";

/** Work that keeps the office's lists and figures quick. */
export function officeJobs(ctx: () => Ctx): JobKind[] {
  return [{ name: "compact-counts", cron: "37 7 * * *", run: () => compactCounts(ctx()) }];
}
