import { contact_messages } from "~/db/schema/messages";
import { publishEvent } from "~/features/integrations/webhooks/publish.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { submissionId } from "~/platform/request/spam.server";
import type { MessageForm } from "./forms";

type Input = MessageForm & {
  /** Form id. Sending the same content twice with it stores one message. */
  form_id: string;
  /** Whether the sender gets an email. False once the address has received several. */
  acknowledge: boolean;
};

/** Stores a message of the contact form and queues emails to its sender and the office. */
export async function receiveMessage(ctx: Ctx, input: Input): Promise<{ ok: true }> {
  const { form_id, acknowledge, name, email, message } = input;
  const content = { name, email, phone: input.phone || null, message };
  await ctx.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(contact_messages)
      .values({
        ...content,
        submission_id: submissionId(form_id, content),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .onConflictDoNothing({ target: contact_messages.submission_id })
      .returning({ id: contact_messages.id });
    if (!stored) return;
    await recordAudit(tx, ctx, { action: "message.sent", entity: "contact_message", entity_id: stored.id });
    const about = { message_id: stored.id };
    if (acknowledge) await ctx.jobs.enqueue(tx, "message-acknowledged-mail", about);
    await ctx.jobs.enqueue(tx, "message-notice-mail", about);
    await publishEvent(tx, ctx, "message.received", stored.id, () => about);
  });
  return { ok: true };
}
