import { count, eq } from "drizzle-orm";
import { contact_messages } from "~/db/schema/messages";
import { message_replies } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { submissionId } from "~/platform/request/spam.server";

type Input = {
  message_id: string;
  body: string;
  /** Form id. Sending the same text twice with it stores one reply. */
  form_id: string;
  /** Number of replies that its author saw. */
  seen: number;
};

export type ReplyOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "archived" | "answered"; message: string };

/** Replies to a message by email. Refused while there is a colleague's reply that the author hasn't seen. */
export async function replyToMessage(ctx: StaffCtx, input: Input): Promise<ReplyOutcome> {
  const { message_id, body, form_id, seen } = input;
  if (!isUuid(message_id)) return { ok: false, reason: "not found" };
  const id = submissionId(form_id, { message_id, body });
  return ctx.db.transaction(async (tx): Promise<ReplyOutcome> => {
    const [message] = await tx
      .select({ status: contact_messages.status, read_at: contact_messages.read_at })
      .from(contact_messages)
      .where(eq(contact_messages.id, message_id))
      .for("update");
    if (!message) return { ok: false, reason: "not found" };
    const [repeated] = await tx
      .select({ id: message_replies.id })
      .from(message_replies)
      .where(eq(message_replies.id, id));
    if (repeated) return { ok: true };
    if (message.status === "archived") return { ok: false, reason: "archived", message: ARCHIVED };
    const [replies] = await tx
      .select({ total: count() })
      .from(message_replies)
      .where(eq(message_replies.message_id, message_id));
    if ((replies?.total ?? 0) > seen) return { ok: false, reason: "answered", message: ANSWERED };
    const stamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx.insert(message_replies).values({ id, message_id, author_id: ctx.actor.id, body, ...stamps });
    await tx
      .update(contact_messages)
      .set({ status: "replied", read_at: message.read_at ?? ctx.now, updated_at: ctx.now })
      .where(eq(contact_messages.id, message_id));
    await recordAudit(tx, ctx, {
      action: "message.replied",
      entity: "contact_message",
      entity_id: message_id,
      details: { before: { status: message.status }, after: { status: "replied" }, reply: id },
    });
    await ctx.jobs.enqueue(tx, "message-reply-mail", { reply_id: id });
    return { ok: true };
  });
}

const ARCHIVED = "This message is archived. Restore it first.";
const ANSWERED =
  "A colleague just replied. Please read their reply first; yours is still here and will be sent when you press Send again.";
