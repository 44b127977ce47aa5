import { asc, eq, inArray, sql } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import { mails } from "~/db/schema/mail";
import { contact_messages } from "~/db/schema/messages";
import type { Ctx, User } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

type Owner = Pick<User, "email" | "email_verified">;

const ofMessages = (email: string) => eq(sql`lower(${contact_messages.email})`, email.toLowerCase());
const ofApplications = (email: string) => eq(sql`lower(${job_applications.email})`, email.toLowerCase());

/** What was written under the account's address, once it is shown to be theirs: messages, and applications for a job. */
export async function readLetters(tx: Database, { email, email_verified }: Owner) {
  if (!email_verified) return { messages: [], job_applications: [] };
  const { id, name, phone, message, status, created_at } = contact_messages;
  return {
    messages: await tx
      .select({ id, name, email: contact_messages.email, phone, message, status, created_at })
      .from(contact_messages)
      .where(ofMessages(email))
      .orderBy(asc(created_at), asc(id)),
    job_applications: await tx
      .select()
      .from(job_applications)
      .where(ofApplications(email))
      .orderBy(asc(job_applications.created_at), asc(job_applications.id)),
  };
}

/**
 * Takes them away with the mails that brought them to the office. Nothing stays: they belong to no book, and an
 * application is over with the wish to be forgotten.
 */
export async function scrubLetters(tx: Database, ctx: Pick<Ctx, "jobs">, { email, email_verified }: Owner) {
  if (!email_verified) return;
  const messages = await tx
    .delete(contact_messages)
    .where(ofMessages(email))
    .returning({ id: contact_messages.id });
  const applications = await tx
    .delete(job_applications)
    .where(ofApplications(email))
    .returning({ id: job_applications.id });
  const occasions = [
    ...messages.map(({ id }) => `message-notice:${id}`),
    ...applications.map(({ id }) => `application:${id}`),
  ];
  if (occasions.length === 0) return;
  const gone = await tx.delete(mails).where(inArray(mails.occasion, occasions)).returning({ id: mails.id });
  if (gone.length > 0) await ctx.jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
}
