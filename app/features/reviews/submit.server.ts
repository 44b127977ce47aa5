import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { reviews } from "~/db/schema/reviews";
import { isReviewable } from "~/features/booking/manage/visit";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { ReviewForm } from "./forms";

export type SubmitReviewOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "not reviewable" | "reviewed"; message: string };

/** Stores a customer's review of a past visit. One per visit; it must be deleted before another is written. */
export async function submitReview(
  ctx: UserCtx,
  bookingId: string,
  { rating, review_text, may_publish }: ReviewForm,
): Promise<SubmitReviewOutcome> {
  if (!isUuid(bookingId)) return { ok: false, reason: "not found" };
  const { timezone } = await readCompany(ctx);
  return ctx.db.transaction(async (tx): Promise<SubmitReviewOutcome> => {
    const visit = await lockVisit(tx, ctx, bookingId);
    if (!visit) return { ok: false, reason: "not found" };
    if (!isReviewable(visit, companyToday(ctx.now, timezone))) {
      return {
        ok: false,
        reason: "not reviewable",
        message: "You can only review past visits that were paid for.",
      };
    }
    const [earlier] = await tx.select().from(reviews).where(eq(reviews.booking_id, bookingId));
    if (earlier) {
      const same = earlier.rating === rating && earlier.review_text === review_text;
      if (same && earlier.may_publish === may_publish) return { ok: true };
      const message = "You have already reviewed this visit. Delete that review to write another one.";
      return { ok: false, reason: "reviewed", message };
    }
    const id = randomUUID();
    const timestamps = { created_at: ctx.now, updated_at: ctx.now };
    await tx.insert(reviews).values({
      id,
      booking_id: bookingId,
      user_id: ctx.actor.id,
      customer_id: visit.customer_id,
      rating,
      review_text,
      may_publish,
      ...timestamps,
    });
    await recordAudit(tx, ctx, {
      action: "review.submitted",
      entity: "review",
      entity_id: id,
      details: { booking: bookingId, rating, may_publish },
    });
    return { ok: true };
  });
}

/** Reads the customer's own visit and locks it until the transaction ends. */
async function lockVisit(tx: Database, { actor }: UserCtx, id: string) {
  const [visit] = await tx
    .select({
      status: bookings.status,
      date: bookings.scheduled_date,
      customer_id: bookings.customer_id,
      paid: orders.status,
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .where(and(eq(bookings.id, id), eq(bookings.user_id, actor.id)))
    .for("update", { of: bookings });
  return visit && { ...visit, order_status: visit.paid ?? "completed" };
}
