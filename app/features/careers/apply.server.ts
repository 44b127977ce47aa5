import { job_applications } from "~/db/schema/careers";
import { publishEvent } from "~/features/integrations/webhooks/publish.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { submissionId } from "~/platform/request/spam.server";
import { type Job, splitName } from "./application";
import type { ApplicationForm } from "./forms";

type Input = ApplicationForm & {
  job: Pick<Job, "title" | "location">;
  /** Form id. Sending the same content twice with it stores one application. */
  form_id: string;
  /** Whether the applicant gets an email. False once the address has received several. */
  acknowledge: boolean;
};

/** Stores an application for an opening and queues emails to the company and the applicant. */
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
    const published = { ...about, position, location };
    await publishEvent(tx, ctx, "application.received", stored.id, () => published);
  });
  return { ok: true };
}
