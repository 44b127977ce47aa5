import { and, eq, ne, sql } from "drizzle-orm";
import { canned_replies } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CannedReply } from "./message";

export type CannedOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "taken"; message: string };

type Content = { title: string; body: string };

const taken = {
  ok: false,
  reason: "taken",
  message: "There's already a canned reply with this name",
} as const;

/** Adds a canned reply, or updates the one with this id. */
export async function saveCannedReply(
  ctx: StaffCtx,
  { id, title, body }: Content & { id: string | null },
): Promise<CannedOutcome> {
  if (id !== null && !isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<CannedOutcome> => {
    const stamps = { created_at: ctx.now, updated_at: ctx.now };
    if (id === null) {
      const [added] = await tx
        .insert(canned_replies)
        .values({ title, body, ...stamps })
        .onConflictDoNothing({ target: canned_replies.title })
        .returning({ id: canned_replies.id });
      if (!added) return (await exists(tx, { title, body })) ? { ok: true } : taken;
      await record(tx, ctx, "canned_reply.added", added.id, { after: { title } });
      return { ok: true };
    }
    // Names are unique: block concurrent inserts of the same one.
    await tx.execute(sql`lock table ${canned_replies} in share row exclusive mode`);
    const [before] = await tx
      .select({ title: canned_replies.title, body: canned_replies.body })
      .from(canned_replies)
      .where(eq(canned_replies.id, id));
    if (!before) return { ok: false, reason: "not found" };
    if (before.title === title && before.body === body) return { ok: true };
    const other = and(eq(canned_replies.title, title), ne(canned_replies.id, id));
    if ((await tx.$count(canned_replies, other)) > 0) return taken;
    await tx
      .update(canned_replies)
      .set({ title, body, updated_at: ctx.now })
      .where(eq(canned_replies.id, id));
    await record(tx, ctx, "canned_reply.updated", id, { before, after: { title, body } });
    return { ok: true };
  });
}

/** Deletes a canned reply and returns it, so it can be added again. */
export async function removeCannedReply(ctx: StaffCtx, id: string): Promise<CannedReply | null> {
  if (!isUuid(id)) return null;
  return ctx.db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(canned_replies)
      .where(eq(canned_replies.id, id))
      .returning({ id: canned_replies.id, title: canned_replies.title, body: canned_replies.body });
    if (!deleted) return null;
    await record(tx, ctx, "canned_reply.removed", id, {
      before: { title: deleted.title, body: deleted.body },
    });
    return deleted;
  });
}

async function exists(tx: Database, { title, body }: Content): Promise<boolean> {
  return (
    (await tx.$count(canned_replies, and(eq(canned_replies.title, title), eq(canned_replies.body, body)))) > 0
  );
}

function record(tx: Database, ctx: StaffCtx, action: string, entity_id: string, details: object) {
  return recordAudit(tx, ctx, { action, entity: "canned_reply", entity_id, details: { ...details } });
}
