import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import { compactCounts, forgetUnusedTexts } from "./compact.server";

/** Work that keeps the office's lists and figures quick. */
export function officeJobs(ctx: () => Ctx): JobKind[] {
  return [
    { name: "compact-counts", cron: "37 7 * * *", run: () => compactCounts(ctx()) },
    { name: "forget-unused-texts", cron: "41 7 * * *", run: () => forgetUnusedTexts(ctx()) },
  ];
}
