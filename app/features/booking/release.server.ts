import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { recordAudit } from "~/features/audit/record.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

export type ReleaseReason = "hold expired" | "checkout expired" | "payment failed" | "draft changed";

/**
 * Gives the slots of pending bookings back: booking cancelled, order failed. Bookings that are not pending any more
 * stay as they are. The provider is told afterwards to close their checkouts. Answers the ids that were released.
 */
export async function releaseBookings(
  tx: Database,
  ctx: Ctx,
  ids: string[],
  reason: ReleaseReason,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const released = await tx
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: ctx.now })
    .where(and(inArray(bookings.id, ids), eq(bookings.status, "pending")))
    .returning({ id: bookings.id });
  const releasedIds = released.map(({ id }) => id);
  if (releasedIds.length === 0) return [];
  const failed = await tx
    .update(orders)
    .set({ status: "failed", updated_at: ctx.now })
    .where(and(inArray(orders.booking_id, releasedIds), eq(orders.status, "pending")))
    .returning({ session: orders.payment_session_id });
  await recordAudit(
    tx,
    ctx,
    ...releasedIds.map((id) => ({
      action: "booking.released",
      entity: "booking",
      entity_id: id,
      details: { reason },
    })),
  );
  for (const { session } of failed) {
    if (session) await ctx.jobs.enqueue(tx, "close-checkout", { session_id: session });
  }
  return releasedIds;
}

/** Releases the holds that ran out and stand in the way of a visit in `blocked`. */
export async function releaseExpiredHolds(
  tx: Database,
  ctx: Ctx,
  blocked: { start: Temporal.Instant; end: Temporal.Instant },
): Promise<void> {
  const expired = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "pending"),
        lte(bookings.hold_expires_at, ctx.now),
        sql`${bookings.blocked} && ${`[${blocked.start},${blocked.end})`}::tstzrange`,
      ),
    );
  await releaseBookings(
    tx,
    ctx,
    expired.map(({ id }) => id),
    "hold expired",
  );
}
