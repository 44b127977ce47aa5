import { eq } from "drizzle-orm";
import { z } from "zod";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { defineEmail } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { formatLongDate } from "~/lib/dates";
import type { JobCtx } from "~/platform/runtime.server";

const templates = () => import("./emails");
const aboutMessage = z.object({ message_id: z.guid() });

/** 'We have your message', to the sender's address. Repeats no text of the form: a stranger may have written it. */
export const sendMessageAcknowledged = defineEmail({
  queue: "message-acknowledged-mail",
  atOnce: 10,
  input: aboutMessage,
  templates,
  async compose(ctx, { message_id: id }) {
    const message = await readMessage(ctx, id);
    if (!message) return;
    return {
      occasion: `message-acknowledged:${id}`,
      isWanted: (tx) => isRowStillThere(tx, contact_messages, id),
      to: message.email,
      subject: `${ctx.company.company_name} received your message`,
      template: ({ MessageAcknowledgedEmail }) => <MessageAcknowledgedEmail sender={ctx.company} />,
    };
  },
});

/** Tells the office, if it wants to be told; its answer goes to the sender. */
export const sendMessageNotice = defineEmail({
  queue: "message-notice-mail",
  input: aboutMessage,
  templates,
  async compose({ company, settings, ...ctx }, { message_id: id }) {
    if (!settings["notifications.contact_form_notifications"]) return;
    const message = await readMessage(ctx, id);
    if (!message) return;
    return {
      occasion: `message-notice:${id}`,
      isWanted: (tx) => isRowStillThere(tx, contact_messages, id),
      replyTo: message.email,
      subject: `New message from ${message.name}`,
      template: ({ MessageNoticeEmail }) => <MessageNoticeEmail sender={company} message={message} />,
    };
  },
});

/** Staff's reply to a message. Answers go to the company. */
export const sendMessageReply = defineEmail({
  queue: "message-reply-mail",
  input: z.object({ reply_id: z.guid() }),
  templates,
  async compose({ db, company }, { reply_id: id }) {
    const [reply] = await db
      .select({
        body: message_replies.body,
        email: contact_messages.email,
        created_at: contact_messages.created_at,
      })
      .from(message_replies)
      .innerJoin(contact_messages, eq(contact_messages.id, message_replies.message_id))
      .where(eq(message_replies.id, id));
    if (!reply) return;
    const day = reply.created_at.toZonedDateTimeISO(company.timezone).toPlainDate();
    const content = { sender: company, body: reply.body, written: formatLongDate(day.toString()) };
    return {
      occasion: `message-reply:${id}`,
      isWanted: (tx) => isRowStillThere(tx, message_replies, id),
      to: reply.email,
      replyTo: company.contact_email,
      subject: `Re: Your message to ${company.company_name}`,
      template: ({ MessageReplyEmail }) => <MessageReplyEmail {...content} />,
    };
  },
});

async function readMessage({ db }: Pick<JobCtx, "db">, id: string) {
  const { name, email, phone, message } = contact_messages;
  const [found] = await db
    .select({ name, email, phone, message })
    .from(contact_messages)
    .where(eq(contact_messages.id, id));
  return found;
}
