import { job_applications } from "~/db/schema/careers";
import { publishEvent } from "~/features/integrations/webhooks/publish.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { submissionId } from "~/platform/spam.server";
import { type Job, splitName } from "./application";
import type { ApplicationForm } from "./forms";

type Input = ApplicationForm & {
  job: Pick<Job, "title" | "location">;
  /** Of the form as it was shown: sent twice with the same content, it is one application. */
  form_id: string;
  /** Whether the applicant gets a mail; not when the address has had several already. */
  acknowledge: boolean;
};

/** Keeps an application for an opening; mails to the company and to the applicant follow. */
export async function applyForJob(ctx: Ctx, input: Input): Promise<{ ok: true }> {
  const content = {
    position: input.job.title,
    location: input.job.location,
    ...splitName(input.name),
    email: input.email,
    phone: input.phone,
    experience: input.experience || null,
    availability: input.availability || null,
    resume_url: input.resume || null,
    cover_letter: input.coverLetter,
  };
  const submission_id = submissionId(input.form_id, content);
  await ctx.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(job_applications)
      .values({ ...content, submission_id, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing({ target: job_applications.submission_id })
      .returning({ id: job_applications.id });
    if (!stored) return;
    const entry = { entity: "job_application", entity_id: stored.id };
    await recordAudit(tx, ctx, { action: "application.sent", ...entry });
    const about = { application_id: stored.id };
    await ctx.jobs.enqueue(tx, "application-mail", about);
    if (input.acknowledge) await ctx.jobs.enqueue(tx, "application-acknowledged-mail", about);
    const { position, location } = content;
    const told = { ...about, position, location };
    await publishEvent(tx, ctx, "application.received", stored.id, () => told);
  });
  return { ok: true };
}
