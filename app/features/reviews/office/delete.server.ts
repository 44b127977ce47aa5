import { eq } from "drizzle-orm";
import { reviews } from "~/db/schema/reviews";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { type DeleteReason, stateOf } from "./list";

/** Takes a review away for good, with the reason in the audit trail; its customer may write another one. */
export async function removeReview(
  ctx: AdminCtx,
  { id, reason }: { id: string; reason: DeleteReason },
): Promise<{ ok: true } | { ok: false; reason: "not found" }> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx) => {
    const [deleted] = await tx.delete(reviews).where(eq(reviews.id, id)).returning();
    if (!deleted) return { ok: false, reason: "not found" };
    await recordAudit(tx, ctx, {
      action: "review.removed",
      entity: "review",
      entity_id: id,
      details: {
        before: { rating: deleted.rating, state: stateOf(deleted) },
        after: null,
        booking: deleted.booking_id,
        reason,
      },
    });
    return { ok: true };
  });
}
