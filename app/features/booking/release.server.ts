import { and, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { rangeText } from "~/db/schema/columns";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database, Given } from "~/platform/database/database.server";
import { giveRoomBack } from "./make-room.server";

export type ReleaseReason =
  | "hold expired"
  | "checkout expired"
  | "payment failed"
  | "draft changed"
  | "paid in another window"
  | "withdrawn by staff";

/**
 * Releases pending bookings: booking cancelled, order failed; others stay as they are. Jobs close their checkouts at the
 * provider. Returns the released ids.
 */
export async function releaseBookings(
  tx: Database,
  ctx: Ctx,
  ids: string[],
  reason: ReleaseReason,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const ofPlans = await releasePlansOf(tx, ctx, ids, reason);
  const released = await tx
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: ctx.now })
    .where(and(inArray(bookings.id, ids), eq(bookings.status, "pending"), isNull(bookings.plan_id)))
    .returning({ id: bookings.id });
  const releasedIds = released.map(({ id }) => id);
  if (releasedIds.length === 0) return ofPlans;
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
  return [...ofPlans, ...releasedIds];
}

/** Releases the pending plans of these visits as a whole. */
async function releasePlansOf(
  tx: Database,
  ctx: Ctx,
  ids: string[],
  reason: ReleaseReason,
): Promise<string[]> {
  const held = await tx
    .selectDistinct({ id: bookings.plan_id })
    .from(bookings)
    .where(and(inArray(bookings.id, ids), eq(bookings.status, "pending"), isNotNull(bookings.plan_id)));
  return releasePlans(
    tx,
    ctx,
    held.flatMap(({ id }) => id ?? []),
    reason,
  );
}

/**
 * Releases plans that wait for their payment: visits cancelled, plan ended, order failed. The single visits that made room for them come
 * back. Returns the ids of the released visits.
 */
export async function releasePlans(
  tx: Database,
  ctx: Ctx,
  ids: string[],
  reason: ReleaseReason,
): Promise<string[]> {
  if (ids.length === 0) return [];
  await tx.select({ id: plans.id }).from(plans).where(inArray(plans.id, ids)).orderBy(plans.id).for("update");
  const ended = await tx
    .update(plans)
    .set({ status: "ended", hold_expires_at: null, ended_at: ctx.now, updated_at: ctx.now })
    .where(and(inArray(plans.id, ids), eq(plans.status, "pending")))
    .returning({ id: plans.id });
  if (ended.length === 0) return [];
  const endedIds = ended.map(({ id }) => id);
  const released = await tx
    .update(bookings)
    .set({ status: "cancelled", hold_expires_at: null, updated_at: ctx.now })
    .where(and(inArray(bookings.plan_id, endedIds), eq(bookings.status, "pending")))
    .returning({ id: bookings.id });
  await giveRoomBack(tx, ctx, endedIds);
  const failed = await tx
    .update(orders)
    .set({ status: "failed", updated_at: ctx.now })
    .where(and(inArray(orders.plan_id, endedIds), eq(orders.status, "pending")))
    .returning({ session: orders.payment_session_id });
  const entries = endedIds.map((id) => ({
    action: "plan.released",
    entity: "plan",
    entity_id: id,
    details: { reason },
  }));
  await recordAudit(tx, ctx, ...entries);
  for (const { session } of failed) {
    if (session) await ctx.jobs.enqueue(tx, "close-checkout", { session_id: session });
  }
  return released.map(({ id }) => id);
}

/** For a query of `bookings`: expired holds that overlap `blocked`. */
export function expiredHolds(now: Given<Temporal.Instant>, blocked: Given): SQL | undefined {
  return and(
    eq(bookings.status, "pending").inlineParams(),
    lte(bookings.hold_expires_at, now),
    sql`${bookings.blocked} && ${blocked}::tstzrange`,
  );
}

/** Releases the expired holds that overlap `blocked`. */
export async function releaseExpiredHolds(
  tx: Database,
  ctx: Ctx,
  blocked: { start: Temporal.Instant; end: Temporal.Instant },
): Promise<void> {
  const expired = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(expiredHolds(ctx.now, rangeText(blocked)));
  await releaseBookings(
    tx,
    ctx,
    expired.map(({ id }) => id),
    "hold expired",
  );
}
