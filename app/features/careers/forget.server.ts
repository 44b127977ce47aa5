import { and, inArray, like, lt, ne, or } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { mails } from "~/db/schema/mail";
import { application_mails, interviews } from "~/db/schema/office";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Source: content/privacy.md, section 10. */
const RETENTION_DAYS = 365;

/** Deletes applications older than a year and the emails about them. Keeps those of people who were hired. */
export async function forgetOldApplications({ db, now, jobs }: Pick<Ctx, "db" | "now" | "jobs">) {
  await db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: job_applications.id })
      .from(job_applications)
      .where(
        and(
          lt(job_applications.created_at, now.subtract({ hours: 24 * RETENTION_DAYS })),
          ne(job_applications.status, "hired"),
        ),
      )
      .for("update");
    if (expired.length === 0) return;
    const ids = expired.map(({ id }) => id);
    const about = await emailsAbout(tx, ids);
    await tx.delete(job_applications).where(inArray(job_applications.id, ids));
    const deleted = await tx.delete(mails).where(about).returning({ id: mails.id });
    if (deleted.length > 0) await jobs.enqueue(tx, "forget-mail-files", { ids: deleted.map(({ id }) => id) });
  });
}

/** Emails to the company and the applicants about these applications. */
async function emailsAbout(tx: Database, ids: string[]) {
  const emails = await tx
    .select({ id: application_mails.id })
    .from(application_mails)
    .where(inArray(application_mails.application_id, ids));
  const invitations = await tx
    .select({ id: interviews.id })
    .from(interviews)
    .where(inArray(interviews.application_id, ids));
  const occasions = [
    ...ids.flatMap((id) => [`application:${id}`, `application-acknowledged:${id}`]),
    ...emails.map(({ id }) => `application-letter:${id}`),
  ];
  return or(
    inArray(mails.occasion, occasions),
    ...invitations.map(({ id }) => like(mails.occasion, `interview:${id}:%`)),
  );
}
