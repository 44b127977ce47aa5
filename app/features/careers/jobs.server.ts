import type { JobKind } from "~/platform/jobs.server";
import type { JobCtx } from "~/platform/runtime.server";

/** Mails about applications, and forgetting those of long ago. */
export function careerJobs(ctx: () => JobCtx): JobKind[] {
  const mails = () => import("./mails.server");
  const letters = () => import("./office/mails.server");
  return [
    {
      name: "application-mail",
      run: async ({ application_id }) => (await mails()).mailApplication(ctx(), String(application_id)),
    },
    {
      name: "application-acknowledged-mail",
      run: async ({ application_id }) => (await mails()).mailAcknowledgement(ctx(), String(application_id)),
    },
    {
      name: "interview-mail",
      run: async ({ interview_id, sequence }) =>
        (await letters()).mailInterview(ctx(), String(interview_id), Number(sequence)),
    },
    {
      name: "application-letter-mail",
      run: async ({ letter_id }) => (await letters()).sendApplicationEmail(ctx(), String(letter_id)),
    },
    {
      name: "forget-old-applications",
      cron: "41 8 * * *",
      run: async () => (await import("./forget.server")).forgetOldApplications(ctx()),
    },
  ];
}
