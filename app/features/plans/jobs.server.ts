import type { Ctx } from "~/platform/context.server";
import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";
import { planMailJobs } from "./mail-jobs.server";

/** Mails about plans, and the work that keeps plans and their charges in step. */
export function planJobs(ctx: () => Ctx & { mailer: Mailer }): JobKind[] {
  return [
    ...planMailJobs(ctx),
  ];
}
