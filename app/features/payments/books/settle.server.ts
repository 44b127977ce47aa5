import { and, eq } from "drizzle-orm";
import { book_differences } from "~/db/schema/books";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import { NOTE_LENGTH } from "./difference";
import { isOpen } from "./queries.server";

export type SettleOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "refused" | "invalid"; message: string; field?: string };

/** Settles a difference with a note of what it was. It comes back only if a side changes. */
export async function settleDifference(
  ctx: StaffCtx,
  { id, note: typed }: { id: string; note: string },
): Promise<SettleOutcome> {
  if (!may(ctx.actor.role, "books.settle"))
    return { ok: false, reason: "refused", message: "Your role can't settle differences." };
  const note = typed.trim().slice(0, NOTE_LENGTH);
  if (note === "") return { ok: false, reason: "invalid", message: "Say what it was.", field: "note" };
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<SettleOutcome> => {
    const [settled] = await tx
      .update(book_differences)
      .set({ settled_at: ctx.now, settled_by: ctx.actor.id, note })
      .where(and(eq(book_differences.id, id), isOpen))
      .returning();
    if (!settled) return { ok: false, reason: "not found" };
    const { kind, order_id, ours, theirs, currency } = settled;
    await recordAudit(tx, ctx, {
      action: "books.settled",
      entity: order_id ? "order" : "difference",
      entity_id: order_id ?? id,
      details: { difference: id, kind, ours, theirs, currency },
    });
    return { ok: true };
  });
}
