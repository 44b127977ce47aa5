import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { reviews } from "~/db/schema/reviews";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";

export type DeleteReviewOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Deletes the customer's own review of a visit. Repeating has no effect. */
export async function deleteReview(ctx: UserCtx, bookingId: string): Promise<DeleteReviewOutcome> {
  if (!isUuid(bookingId)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<DeleteReviewOutcome> => {
    const [visit] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.id, bookingId), eq(bookings.user_id, ctx.actor.id)));
    if (!visit) return { ok: false, reason: "not found" };
    const [deleted] = await tx
      .delete(reviews)
      .where(and(eq(reviews.booking_id, bookingId), eq(reviews.user_id, ctx.actor.id)))
      .returning({ id: reviews.id, customer_id: reviews.customer_id });
    if (deleted) {
      await recordAudit(tx, ctx, {
        action: "review.deleted",
        entity: "review",
        entity_id: deleted.id,
        customer_id: deleted.customer_id,
        details: { booking: bookingId },
      });
    }
    return { ok: true };
  });
}
