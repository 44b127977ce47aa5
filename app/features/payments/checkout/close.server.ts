import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { releaseBookings } from "~/features/booking/release.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import type { Ctx } from "~/platform/context.server";
import type { SessionStatus } from "~/platform/payment-gateway";
import { sweep } from "~/platform/sweep.server";

/**
 * Closes a checkout at the provider and settles what it says then: usually 'expired', and the slot is free again;
 * 'paid' when the customer was faster, and the booking is confirmed. Null when the provider doesn't know it.
 */
export async function closeCheckout(ctx: Ctx, sessionId: string): Promise<SessionStatus | null> {
  const session = await ctx.payments.expireSession(sessionId);
  if (!session) return null;
  await settleSession(ctx, session);
  return session.status;
}

/**
 * Ends the holds whose time is over, at most 100 at a time; answers how many there were. One that fails is logged, and
 * is due again next time.
 */
export async function expireHolds(ctx: Ctx): Promise<number> {
  const due = await ctx.db
    .select({ id: bookings.id, session: orders.payment_session_id })
    .from(bookings)
    .innerJoin(orders, eq(orders.booking_id, bookings.id))
    .where(
      and(
        eq(bookings.status, "pending"),
        lte(bookings.hold_expires_at, ctx.now),
        isNull(bookings.needs_attention),
      ),
    )
    .orderBy(asc(bookings.hold_expires_at))
    .limit(100);
  await sweep(ctx, due, (hold) => endHold(ctx, hold), "a hold could not be ended");
  return due.length;
}

async function endHold(ctx: Ctx, { id, session }: { id: string; session: string | null }): Promise<void> {
  const closed = session === null ? null : await closeCheckout(ctx, session);
  if (closed === null) await ctx.db.transaction((tx) => releaseBookings(tx, ctx, [id], "hold expired"));
}
