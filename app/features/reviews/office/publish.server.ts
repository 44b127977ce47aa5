import { eq } from "drizzle-orm";
import { reviews } from "~/db/schema/reviews";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type DeleteReason, stateOf } from "./list";

export type PublishOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "no consent" | "no text"; message: string };

/** Publishes a review on the home page or unpublishes it. Needs the customer's consent. Repeating has no effect. */
export async function publishReview(
  ctx: StaffCtx,
  { id, publish }: { id: string; publish: boolean },
): Promise<PublishOutcome> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<PublishOutcome> => {
    const [review] = await tx.select().from(reviews).where(eq(reviews.id, id)).for("update");
    if (!review) return { ok: false, reason: "not found" };
    if (publish && !review.may_publish) {
      const message = "The customer hasn't agreed to have this review published.";
      return { ok: false, reason: "no consent", message };
    }
    if (publish && !review.review_text) {
      const message = "This review has stars only, so there's no text to show on the home page.";
      return { ok: false, reason: "no text", message };
    }
    if (publish === (review.published_at !== null)) return { ok: true };
    const published_at = publish ? ctx.now : null;
    await tx.update(reviews).set({ published_at }).where(eq(reviews.id, id));
    await recordAudit(tx, ctx, {
      action: publish ? "review.published" : "review.unpublished",
      entity: "review",
      entity_id: id,
      details: {
        before: { state: stateOf(review) },
        after: { state: stateOf({ ...review, published_at }) },
      },
    });
    return { ok: true };
  });
}

/** Deletes a review for good, with the reason in the audit trail. Its customer may write another. */
export async function removeReview(
  ctx: StaffCtx,
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
      customer_id: deleted.customer_id,
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
