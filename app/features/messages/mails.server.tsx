import { eq } from "drizzle-orm";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { isRowStillThere } from "~/features/notifications/email/still-there.server";
import { companyOf, readCompany, readSettings } from "~/features/operations/settings/queries.server";
import { formatLongDate } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";
import { MessageAcknowledgedMail, MessageNoticeMail, MessageReplyMail } from "./emails";

/** 'We have your message', to whoever is named as its sender; with nothing in it that a stranger may have written. */
export async function mailAcknowledgement(ctx: JobCtx, id: string): Promise<void> {
  const [message, company] = await Promise.all([readMessage(ctx, id), readCompany(ctx)]);
  if (!message) return;
  await sendMailOnce(ctx, {
    occasion: `message-acknowledged:${id}`,
    isWanted: (tx) => isRowStillThere(tx, contact_messages, id),
    from: senderOf(company),
    to: message.email,
    subject: `${company.company_name} received your message`,
    ...renderMail(<MessageAcknowledgedMail sender={company} />),
    attachments: [],
  });
}

/** Tells the office, if it wants to be told; its answer goes to the sender. */
export async function mailNotice(ctx: JobCtx, id: string): Promise<void> {
  const [message, settings] = await Promise.all([readMessage(ctx, id), readSettings(ctx)]);
  if (!message || !settings["notifications.contact_form_notifications"]) return;
  const company = companyOf(settings);
  await sendMailOnce(ctx, {
    occasion: `message-notice:${id}`,
    isWanted: (tx) => isRowStillThere(tx, contact_messages, id),
    from: senderOf(company),
    to: company.contact_email,
    replyTo: message.email,
    subject: `New message from ${message.name}`,
    ...renderMail(<MessageNoticeMail sender={company} message={message} />),
    attachments: [],
  });
}

/** What staff wrote, to whoever wrote the message; their answer goes to the company. */
export async function mailReply(ctx: JobCtx, id: string): Promise<void> {
  const [[reply], company] = await Promise.all([
    ctx.db
      .select({
        body: message_replies.body,
        email: contact_messages.email,
        created_at: contact_messages.created_at,
      })
      .from(message_replies)
      .innerJoin(contact_messages, eq(contact_messages.id, message_replies.message_id))
      .where(eq(message_replies.id, id)),
    readCompany(ctx),
  ]);
  if (!reply) return;
  const { body } = reply;
  const written = formatLongDate(
    reply.created_at.toZonedDateTimeISO(company.timezone).toPlainDate().toString(),
  );
  await sendMailOnce(ctx, {
    occasion: `message-reply:${id}`,
    isWanted: (tx) => isRowStillThere(tx, message_replies, id),
    from: senderOf(company),
    to: reply.email,
    replyTo: company.contact_email,
    subject: `Re: Your message to ${company.company_name}`,
    ...renderMail(<MessageReplyMail {...{ sender: company, body, written }} />),
    attachments: [],
  });
}

async function readMessage({ db }: JobCtx, id: string) {
  const { name, email, phone, message } = contact_messages;
  const [found] = await db
    .select({ name, email, phone, message })
    .from(contact_messages)
    .where(eq(contact_messages.id, id));
  return found;
}
