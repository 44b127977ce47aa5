import type { JobKind } from "~/platform/jobs.server";
import type { Mailer } from "~/platform/mail.server";

/** What is left to do once an account is deleted. */
export function privacyJobs(ctx: () => { mailer: Mailer }): JobKind[] {
  return [
    {
      name: "forget-mail-files",
      run: async ({ ids }) => ctx().mailer.forget(Array.isArray(ids) ? ids.map(String) : []),
    },
  ];
}
