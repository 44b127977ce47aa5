import { asc, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import { invitations } from "~/db/schema/accounts";
import { job_applications } from "~/db/schema/careers";
import { area_requests, customer_contacts, customers } from "~/db/schema/customers";
import { mails } from "~/db/schema/mail";
import { contact_messages } from "~/db/schema/messages";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { application_mails, interviews, message_replies, staff_notes } from "~/db/schema/office";
import type { Ctx, User } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

type Owner = Pick<User, "id" | "email" | "email_verified">;

const ofMessages = (email: string) => eq(sql`lower(${contact_messages.email})`, email.toLowerCase());
const ofRequests = (email: string) => eq(sql`lower(${area_requests.email})`, email.toLowerCase());
const ofApplications = (email: string) => eq(sql`lower(${job_applications.email})`, email.toLowerCase());

const NOTHING = {
  messages: [],
  message_replies: [],
  job_applications: [],
  interviews: [],
  application_mails: [],
  application_notes: [],
  area_requests: [],
  invitations: [],
};

/**
 * Messages, job applications and requests from the account's email, if verified, with replies, interviews and notes; and
 * invitations to the team. Staff authors are left out.
 */
export async function readReceived(tx: Database, { email, email_verified }: Owner) {
  if (!email_verified) return NOTHING;
  const received = await readMessagesAndApplications(tx, email);
  const messageIds = received.messages.map((message) => message.id);
  const applicationIds = received.job_applications.map((application) => application.id);
  const { author_id: _, ...ofMail } = getTableColumns(application_mails);
  return {
    ...received,
    message_replies: await tx
      .select({
        id: message_replies.id,
        message_id: message_replies.message_id,
        body: message_replies.body,
        created_at: message_replies.created_at,
      })
      .from(message_replies)
      .where(inArray(message_replies.message_id, messageIds))
      .orderBy(asc(message_replies.created_at), asc(message_replies.id)),
    interviews: await tx
      .select()
      .from(interviews)
      .where(inArray(interviews.application_id, applicationIds))
      .orderBy(asc(interviews.starts_at), asc(interviews.id)),
    application_mails: await tx
      .select(ofMail)
      .from(application_mails)
      .where(inArray(application_mails.application_id, applicationIds))
      .orderBy(asc(application_mails.created_at), asc(application_mails.id)),
    invitations: await tx
      .select({
        id: invitations.id,
        role: invitations.role,
        created_at: invitations.created_at,
        expires_at: invitations.expires_at,
        accepted_at: invitations.accepted_at,
        revoked_at: invitations.revoked_at,
      })
      .from(invitations)
      .where(eq(invitations.email, email.toLowerCase()))
      .orderBy(asc(invitations.created_at), asc(invitations.id)),
    application_notes: await tx
      .select({
        id: staff_notes.id,
        application_id: staff_notes.application_id,
        body: staff_notes.body,
        created_at: staff_notes.created_at,
      })
      .from(staff_notes)
      .where(inArray(staff_notes.application_id, applicationIds))
      .orderBy(asc(staff_notes.created_at), asc(staff_notes.id)),
  };
}

async function readMessagesAndApplications(tx: Database, email: string) {
  const { id, name, phone, message, status, created_at } = contact_messages;
  const { submission_id: _, ...ofRequest } = getTableColumns(area_requests);
  return {
    area_requests: await tx
      .select(ofRequest)
      .from(area_requests)
      .where(ofRequests(email))
      .orderBy(asc(area_requests.created_at), asc(area_requests.id)),
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
 * Deletes the customer's messages, and messages, job applications and requests from their email, if verified, with their
 * replies, interviews, notes and the notices to the office.
 */
export async function deleteReceived(tx: Database, ctx: Pick<Ctx, "jobs">, owner: Owner) {
  const { id, email, email_verified } = owner;
  const ofCustomer = eq(contact_messages.customer_id, id);
  const messages = await tx
    .delete(contact_messages)
    .where(email_verified ? or(ofMessages(email), ofCustomer) : ofCustomer)
    .returning({ id: contact_messages.id });
  const applications = email_verified
    ? await tx.delete(job_applications).where(ofApplications(email)).returning({ id: job_applications.id })
    : [];
  const requests = email_verified
    ? await tx.delete(area_requests).where(ofRequests(email)).returning({ id: area_requests.id })
    : [];
  const occasions = [
    ...requests.map(({ id }) => `request-notice:${id}`),
    ...messages.map(({ id }) => `message-notice:${id}`),
    ...applications.map(({ id }) => `application:${id}`),
  ];
  if (occasions.length === 0) return;
  const gone = await tx.delete(mails).where(inArray(mails.occasion, occasions)).returning({ id: mails.id });
  if (gone.length > 0) await ctx.jobs.enqueue(tx, "forget-mail-files", { ids: gone.map(({ id }) => id) });
}

/** The customer's record, with emails and phones. */
export async function readRecord(tx: Database, id: string) {
  const { user_id: _user, merged_into: _kept, name: _search, ...visible } = getTableColumns(customers);
  const { kind, value, label, verified_at, created_at } = customer_contacts;
  const [customer] = await tx.select(visible).from(customers).where(eq(customers.id, id));
  const contacts = await tx
    .select({ kind, value, label, verified_at, created_at })
    .from(customer_contacts)
    .where(eq(customer_contacts.customer_id, id))
    .orderBy(asc(kind), asc(value));
  return { customer: customer ?? null, contacts };
}

/** Newsletter subscription of the account's email, if verified. */
export async function readNewsletter(tx: Database, { email, email_verified }: Owner) {
  if (!email_verified) return null;
  const { id, ...visible } = getTableColumns(newsletter_subscribers);
  const [found] = await tx
    .select(visible)
    .from(newsletter_subscribers)
    .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()));
  return found ?? null;
}
