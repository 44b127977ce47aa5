import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { contact_messages } from "~/db/schema/messages";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

/** Marks a message as read or unread. False if there is none. */
export async function setMessageRead(
  ctx: StaffCtx,
  { id, read }: { id: string; read: boolean },
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(contact_messages)
      .set({ read_at: read ? ctx.now : null, updated_at: ctx.now })
      .where(
        and(
          eq(contact_messages.id, id),
          eq(contact_messages.status, "new"),
          read ? isNull(contact_messages.read_at) : isNotNull(contact_messages.read_at),
        ),
      )
      .returning({ id: contact_messages.id });
    if (changed.length === 0) return (await tx.$count(contact_messages, eq(contact_messages.id, id))) > 0;
    const action = read ? "message.read" : "message.unread";
    const details = { before: { read: !read }, after: { read } };
    await recordAudit(tx, ctx, { action, entity: "contact_message", entity_id: id, details });
    return true;
  });
}

/** Archives a message or restores its previous status. False if there is none. */
export async function setMessageArchived(
  ctx: StaffCtx,
  { id, archived }: { id: string; archived: boolean },
): Promise<boolean> {
  if (!isUuid(id)) return false;
  return ctx.db.transaction(async (tx) => {
    const [message] = await tx
      .select({
        status: contact_messages.status,
        archived_from: contact_messages.archived_from,
        read_at: contact_messages.read_at,
      })
      .from(contact_messages)
      .where(eq(contact_messages.id, id))
      .for("update");
    if (!message) return false;
    const before = message.status;
    if ((before === "archived") === archived) return true;
    const after = archived ? ("archived" as const) : (message.archived_from ?? ("new" as const));
    const archived_from = before === "archived" ? null : before;
    // Old messages have no recorded status from before; treat them as read.
    const read_at = archived || message.archived_from ? message.read_at : ctx.now;
    await tx
      .update(contact_messages)
      .set({ status: after, archived_from, read_at, updated_at: ctx.now })
      .where(eq(contact_messages.id, id));
    await recordAudit(tx, ctx, {
      action: archived ? "message.archived" : "message.restored",
      entity: "contact_message",
      entity_id: id,
      details: { before: { status: before }, after: { status: after } },
    });
    return true;
  });
}

/** Archives all read and answered messages. Pass `at` to `restoreRead` to undo it. */
export async function archiveRead(ctx: StaffCtx): Promise<{ archived: number; at: string }> {
  const at = ctx.now.round("microsecond");
  const archived = await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(contact_messages)
      .set({ status: "archived", archived_from: sql`${contact_messages.status}`, updated_at: at })
      .where(
        and(
          ne(contact_messages.status, "archived"),
          or(eq(contact_messages.status, "replied"), isNotNull(contact_messages.read_at)),
        ),
      )
      .returning({ id: contact_messages.id });
    if (changed.length > 0) await recordAudit(tx, ctx, bulk("message.archived_read", changed.length));
    return changed.length;
  });
  return { archived, at: at.toString() };
}

/** Undoes the `archiveRead` of this instant. Returns the number of restored messages. */
export async function restoreRead(ctx: StaffCtx, at: Temporal.Instant): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(contact_messages)
      .set({
        status: sql`coalesce(${contact_messages.archived_from}, 'new')`,
        archived_from: null,
        updated_at: ctx.now,
      })
      .where(and(eq(contact_messages.status, "archived"), eq(contact_messages.updated_at, at)))
      .returning({ id: contact_messages.id });
    if (changed.length > 0) await recordAudit(tx, ctx, bulk("message.restored_read", changed.length));
    return changed.length;
  });
}

function bulk(action: string, messages: number) {
  return { action, entity: "contact_message", entity_id: "read", details: { messages } };
}
