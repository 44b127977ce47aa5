import { eq } from "drizzle-orm";
import { contact_messages } from "~/db/schema/messages";
import { renderMail, senderOf } from "~/features/mail/render.server";
import { sendMailOnce } from "~/features/mail/send.server";
import { isRowStillThere } from "~/features/mail/still-there.server";
import { companyOf, readCompany, readSettings } from "~/features/settings/reads.server";
import type { JobCtx } from "~/platform/runtime.server";
import { MessageAcknowledgedMail, MessageNoticeMail } from "./emails";

/** 'We have your message', to whoever is named as its sender; with nothing in it that a stranger may have written. */
export async function mailAcknowledgement(ctx: JobCtx, id: string): Promise<void> {
  const [message, company] = await Promise.all([readMessage(ctx, id), readCompany(ctx)]);
  if (!message) return;
  await sendMailOnce(ctx, {
    occasion: `message-acknowledged:${id}`,
    isWanted: (tx) => isRowStillThere(tx, contact_messages, id),
    from: senderOf(company),
    to: message.email,
    subject: `We have your message to ${company.company_name}`,
    ...(await renderMail(<MessageAcknowledgedMail sender={company} />)),
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
    subject: `Message from ${message.name}`,
    ...(await renderMail(<MessageNoticeMail sender={company} message={message} />)),
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
