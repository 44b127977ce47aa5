import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { application_mails, interviews } from "~/db/schema/office";
import { interviewFile } from "~/features/careers/interview-file.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { isRowStillThere } from "~/features/notifications/email/still-there.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";
import { ApplicantMail, InterviewMail } from "./emails";

/** What an interview has become, with its calendar file; nothing when it was changed again since. */
export async function mailInterview(ctx: JobCtx, id: string, sequence: number): Promise<void> {
  const [[found], company] = await Promise.all([
    ctx.db
      .select({ interview: interviews, application: job_applications })
      .from(interviews)
      .innerJoin(job_applications, eq(job_applications.id, interviews.application_id))
      .where(eq(interviews.id, id)),
    readCompany(ctx),
  ]);
  if (found?.interview.sequence !== sequence) return;
  const { interview, application } = found;
  const { first_name, last_name, position, email } = application;
  const state = interview.cancelled_at ? "cancelled" : sequence === 0 ? "invited" : "moved";
  const local = interview.starts_at.toZonedDateTimeISO(company.timezone);
  const day = formatLongDate(local.toPlainDate().toString());
  const { minutes, place, message } = interview;
  const when = `${day}, ${formatTime(local.toPlainTime().toString())}`;
  const name = [first_name, last_name].filter(Boolean).join(" ");
  const plan = { sender: company, state, first_name, position, when, minutes, place, message } as const;
  await sendMailOnce(ctx, {
    occasion: `interview:${id}:${sequence}`,
    isWanted: (tx) => isRowStillThere(tx, interviews, id, eq(interviews.sequence, sequence)),
    from: senderOf(company),
    to: email,
    replyTo: company.contact_email,
    subject: `${SUBJECTS[state]}: ${position}, ${day}`,
    ...renderMail(<InterviewMail {...plan} />),
    attachments: [
      interviewFile(
        { ...interview, position, name, email },
        company,
        state === "cancelled" ? "CANCEL" : "REQUEST",
      ),
    ],
  });
}

const SUBJECTS = {
  invited: "Your interview",
  moved: "Your interview has changed",
  cancelled: "Your interview is cancelled",
} as const;

/** What staff wrote to an applicant; their answer goes to the company. */
export async function sendApplicationEmail(ctx: JobCtx, id: string): Promise<void> {
  const [[letter], company] = await Promise.all([
    ctx.db
      .select({
        subject: application_mails.subject,
        body: application_mails.body,
        email: job_applications.email,
      })
      .from(application_mails)
      .innerJoin(job_applications, eq(job_applications.id, application_mails.application_id))
      .where(eq(application_mails.id, id)),
    readCompany(ctx),
  ]);
  if (!letter) return;
  const { subject, body, email } = letter;
  await sendMailOnce(ctx, {
    occasion: `application-letter:${id}`,
    isWanted: (tx) => isRowStillThere(tx, application_mails, id),
    from: senderOf(company),
    to: email,
    replyTo: company.contact_email,
    subject,
    ...renderMail(<ApplicantMail sender={company} subject={subject} body={body} />),
    attachments: [],
  });
}
