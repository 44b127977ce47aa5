import { eq } from "drizzle-orm";
import { z } from "zod";
import { job_applications } from "~/db/schema/careers";
import { application_mails, interviews } from "~/db/schema/office";
import { defineEmail } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";
import { interviewFile } from "./interview-file.server";

const templates = () => import("./emails");
const aboutApplication = z.object({ application_id: z.guid() });

/** The application, to the company; its answer goes to the applicant. */
export const sendApplication = defineEmail({
  queue: "application-mail",
  input: aboutApplication,
  templates,
  async compose({ company, ...ctx }, { application_id: id }) {
    const application = await readApplication(ctx, id);
    if (!application) return;
    const name = nameOf(application);
    const content = { sender: company, name, application };
    return {
      occasion: `application:${id}`,
      isWanted: (tx) => isRowStillThere(tx, job_applications, id),
      replyTo: application.email,
      subject: `New application: ${application.position}, ${name}`,
      template: ({ ApplicationEmail }) => <ApplicationEmail {...content} />,
    };
  },
});

/**
 * 'We have your application', to the applicant's address. Repeats no text of the form: a stranger may have written it.
 */
export const sendApplicationAcknowledged = defineEmail({
  queue: "application-acknowledged-mail",
  input: aboutApplication,
  templates,
  async compose({ company, ...ctx }, { application_id: id }) {
    const application = await readApplication(ctx, id);
    if (!application) return;
    const { position, location, email } = application;
    const content = { sender: company, position, location };
    return {
      occasion: `application-acknowledged:${id}`,
      isWanted: (tx) => isRowStillThere(tx, job_applications, id),
      to: email,
      subject: `We received your application: ${position}`,
      template: ({ ApplicationAcknowledgedEmail }) => <ApplicationAcknowledgedEmail {...content} />,
    };
  },
});

/** What an interview has become, with its calendar file; nothing when it was changed again since. */
export const sendInterview = defineEmail({
  queue: "interview-mail",
  input: z.object({ interview_id: z.guid(), sequence: z.int() }),
  templates,
  async compose({ db, company }, { interview_id: id, sequence }) {
    const [found] = await db
      .select({ interview: interviews, application: job_applications })
      .from(interviews)
      .innerJoin(job_applications, eq(job_applications.id, interviews.application_id))
      .where(eq(interviews.id, id));
    if (found?.interview.sequence !== sequence) return;
    const { interview, application } = found;
    const { first_name, position, email } = application;
    const state = interview.cancelled_at ? "cancelled" : sequence === 0 ? "invited" : "moved";
    const local = interview.starts_at.toZonedDateTimeISO(company.timezone);
    const day = formatLongDate(local.toPlainDate().toString());
    const { minutes, place, message } = interview;
    const when = `${day}, ${formatTime(local.toPlainTime().toString())}`;
    const content = { sender: company, state, first_name, position, when, minutes, place, message } as const;
    const invited = { ...interview, position, name: nameOf(application), email };
    return {
      occasion: `interview:${id}:${sequence}`,
      isWanted: (tx) => isRowStillThere(tx, interviews, id, eq(interviews.sequence, sequence)),
      to: email,
      replyTo: company.contact_email,
      subject: `${SUBJECTS[state]}: ${position}, ${day}`,
      template: ({ InterviewEmail }) => <InterviewEmail {...content} />,
      attachments: [interviewFile(invited, company, state === "cancelled" ? "CANCEL" : "REQUEST")],
    };
  },
});

const SUBJECTS = {
  invited: "Your interview",
  moved: "Your interview has changed",
  cancelled: "Your interview is cancelled",
} as const;

/** What staff wrote to an applicant; their answer goes to the company. */
export const sendToApplicant = defineEmail({
  queue: "application-letter-mail",
  input: z.object({ letter_id: z.guid() }),
  templates,
  async compose({ db, company }, { letter_id: id }) {
    const { subject, body } = application_mails;
    const [written] = await db
      .select({ subject, body, email: job_applications.email })
      .from(application_mails)
      .innerJoin(job_applications, eq(job_applications.id, application_mails.application_id))
      .where(eq(application_mails.id, id));
    if (!written) return;
    const { email, ...content } = written;
    return {
      occasion: `application-letter:${id}`,
      isWanted: (tx) => isRowStillThere(tx, application_mails, id),
      to: email,
      replyTo: company.contact_email,
      subject: content.subject,
      template: ({ ApplicantEmail }) => <ApplicantEmail sender={company} {...content} />,
    };
  },
});

function nameOf({ first_name, last_name }: { first_name: string; last_name: string | null }): string {
  return [first_name, last_name].filter(Boolean).join(" ");
}

async function readApplication({ db }: Pick<JobCtx, "db">, id: string) {
  const [found] = await db.select().from(job_applications).where(eq(job_applications.id, id));
  return found;
}
