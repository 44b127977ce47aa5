import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { application_mails } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { submissionId } from "~/platform/request/spam.server";
import type { ApplicationStatus } from "./list";
import { lockApplication } from "./status.server";

/** `form_id` is the form's id. Sending the same text twice with it sends one email. */
type EmailDraft = { subject: string; body: string; form_id: string };

/** Sends an email to an applicant. */
export async function contactApplicant(
  ctx: StaffCtx,
  { id, email }: { id: string; email: EmailDraft },
): Promise<{ ok: true } | { ok: false; reason: "not found" }> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    if (!(await lockApplication(tx, id))) return { ok: false, reason: "not found" };
    const stored = await storeEmail(tx, ctx, id, email);
    if (stored) {
      const entry = { entity: "job_application", entity_id: id };
      await recordAudit(tx, ctx, { action: "application.contacted", ...entry, details: { mail: stored } });
    }
    return { ok: true };
  });
}

export type RejectOutcome =
  | { ok: true; before: ApplicationStatus }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "rejected"; message: string };

/** Rejects an application and sends an email if one was written. If a colleague rejected it first, this email is not sent. */
export async function rejectApplication(
  ctx: StaffCtx,
  { id, email }: { id: string; email: EmailDraft | null },
): Promise<RejectOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<RejectOutcome> => {
    const application = await lockApplication(tx, id);
    if (!application) return { ok: false, reason: "not found" };
    const before = application.status;
    if (before === "rejected") {
      const isRepeated =
        !email || (await tx.$count(application_mails, eq(application_mails.id, emailId(id, email))));
      return isRepeated ? { ok: true, before } : { ok: false, reason: "rejected", message: REJECTED };
    }
    await tx
      .update(job_applications)
      .set({ status: "rejected", updated_at: ctx.now })
      .where(eq(job_applications.id, id));
    const stored = email && (await storeEmail(tx, ctx, id, email));
    await recordAudit(tx, ctx, {
      action: "application.rejected",
      entity: "job_application",
      entity_id: id,
      details: { before: { status: before }, after: { status: "rejected" }, ...(stored && { mail: stored }) },
    });
    return { ok: true, before };
  });
}

const REJECTED = "This application has already been rejected. To email the applicant, use Contact Applicant.";

function emailId(application_id: string, { form_id, subject, body }: EmailDraft): string {
  return submissionId(form_id, { application_id, subject, body });
}

/** Stores the email and returns its id. Null if it is stored already. */
async function storeEmail(tx: Database, ctx: StaffCtx, application_id: string, email: EmailDraft) {
  const { subject, body } = email;
  const id = emailId(application_id, email);
  const stamps = { created_at: ctx.now, updated_at: ctx.now };
  const [stored] = await tx
    .insert(application_mails)
    .values({ id, application_id, author_id: ctx.actor.id, subject, body, ...stamps })
    .onConflictDoNothing({ target: application_mails.id })
    .returning({ id: application_mails.id });
  if (!stored) return null;
  await ctx.jobs.enqueue(tx, "application-letter-mail", { letter_id: id });
  return id;
}
