import { asc, desc, eq, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { job_applications } from "~/db/schema/careers";
import { mails } from "~/db/schema/mail";
import { application_mails, interviews, staff_notes } from "~/db/schema/office";
import { resumeLink } from "~/features/careers/application";
import { readCompany } from "~/features/operations/settings/queries.server";
import { addDays, formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { ApplicationEmail, ApplicationNote, Interview, OfficeApplication } from "./application";

const UNKNOWN_AUTHOR = "The office";

/** Reads an application for its panel. Null if there is none with this id. */
export async function readOfficeApplication(ctx: StaffCtx, id: string): Promise<OfficeApplication | null> {
  if (!isUuid(id)) return null;
  const [found] = await ctx.db
    .select({ application: job_applications, interview: interviews })
    .from(job_applications)
    .leftJoin(interviews, eq(interviews.application_id, job_applications.id))
    .where(eq(job_applications.id, id));
  if (!found) return null;
  const { timezone, company_name } = await readCompany(ctx);
  const [emails, notes] = await Promise.all([readEmails(ctx, id, timezone), readNotes(ctx, id, timezone)]);
  const { application, interview } = found;
  const { first_name, last_name, created_at, resume_url } = application;
  return {
    id,
    name: [first_name, last_name].filter(Boolean).join(" "),
    email: application.email,
    phone: application.phone,
    position: application.position,
    location: application.location,
    experience: application.experience,
    availability: application.availability,
    resume: resume_url,
    resume_link: resumeLink(resume_url),
    cover_letter: application.cover_letter,
    status: application.status,
    at: formatMoment(created_at, timezone),
    interview: interview && interviewOf(interview, timezone, ctx.now),
    emails,
    notes,
    tomorrow: addDays(ctx.now.toZonedDateTimeISO(timezone).toPlainDate().toString(), 1),
    company_name,
  };
}

function interviewOf(row: typeof interviews.$inferSelect, zone: string, now: Temporal.Instant): Interview {
  const local = row.starts_at.toZonedDateTimeISO(zone);
  const isPast = Temporal.Instant.compare(row.starts_at, now) <= 0;
  return {
    when: formatMoment(row.starts_at, zone),
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: "minute" }),
    minutes: row.minutes,
    place: row.place,
    message: row.message,
    state: row.cancelled_at ? "cancelled" : isPast ? "past" : "ahead",
    sequence: row.sequence,
  };
}

async function readEmails({ db }: StaffCtx, id: string, zone: string): Promise<ApplicationEmail[]> {
  const found = await db
    .select({
      id: application_mails.id,
      subject: application_mails.subject,
      body: application_mails.body,
      author: users.name,
      created_at: application_mails.created_at,
      mail: mails.status,
    })
    .from(application_mails)
    .leftJoin(users, eq(users.id, application_mails.author_id))
    .leftJoin(mails, eq(mails.occasion, sql`'application-letter:' || ${application_mails.id}::text`))
    .where(eq(application_mails.application_id, id))
    .orderBy(asc(application_mails.created_at), asc(application_mails.id));
  return found.map(({ created_at, author, mail, ...email }) => ({
    ...email,
    author: author ?? UNKNOWN_AUTHOR,
    at: formatMoment(created_at, zone),
    failed: mail === "failed",
  }));
}

async function readNotes({ db }: StaffCtx, id: string, zone: string): Promise<ApplicationNote[]> {
  const found = await db
    .select({
      id: staff_notes.id,
      body: staff_notes.body,
      author: users.name,
      created_at: staff_notes.created_at,
    })
    .from(staff_notes)
    .leftJoin(users, eq(users.id, staff_notes.author_id))
    .where(eq(staff_notes.application_id, id))
    .orderBy(desc(staff_notes.created_at), desc(staff_notes.id));
  return found.map(({ created_at, author, ...note }) => ({
    ...note,
    author: author ?? UNKNOWN_AUTHOR,
    at: formatMoment(created_at, zone),
  }));
}
