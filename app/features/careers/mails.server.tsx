import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { isRowStillThere } from "~/features/notifications/email/still-there.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { JobCtx } from "~/platform/runtime.server";
import { ApplicationAcknowledgedMail, ApplicationMail } from "./emails";

/** The application, to the company; its answer goes to the applicant. */
export async function mailApplication(ctx: JobCtx, id: string): Promise<void> {
  const [application, company] = await Promise.all([readApplication(ctx, id), readCompany(ctx)]);
  if (!application) return;
  const name = [application.first_name, application.last_name].filter(Boolean).join(" ");
  await sendMailOnce(ctx, {
    occasion: `application:${id}`,
    isWanted: (tx) => isRowStillThere(tx, job_applications, id),
    from: senderOf(company),
    to: company.contact_email,
    replyTo: application.email,
    subject: `New application: ${application.position}, ${name}`,
    ...renderMail(<ApplicationMail sender={company} name={name} application={application} />),
    attachments: [],
  });
}

/** 'We have your application', to whoever is named as the applicant; with nothing in it that a stranger may have written. */
export async function mailAcknowledgement(ctx: JobCtx, id: string): Promise<void> {
  const [application, company] = await Promise.all([readApplication(ctx, id), readCompany(ctx)]);
  if (!application) return;
  const { position, location } = application;
  await sendMailOnce(ctx, {
    occasion: `application-acknowledged:${id}`,
    isWanted: (tx) => isRowStillThere(tx, job_applications, id),
    from: senderOf(company),
    to: application.email,
    subject: `We received your application: ${position}`,
    ...renderMail(<ApplicationAcknowledgedMail sender={company} position={position} location={location} />),
    attachments: [],
  });
}

async function readApplication({ db }: JobCtx, id: string) {
  const [found] = await db.select().from(job_applications).where(eq(job_applications.id, id));
  return found;
}
