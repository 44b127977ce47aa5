import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { joinAccount } from "~/features/booking/join.server";
import { releaseBookings } from "~/features/booking/release.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { CheckoutSession } from "~/platform/payment-gateway";
import { customerOf, type Found } from "./settle-found.server";
import { draftUnlessUsed, freeCrew } from "./settle-revived.server";

/**
 * The checkout is done and its money on its way: the slot is kept however long that takes. One that was given up
 * meanwhile is taken again if a crew is free; else the booking stays cancelled, and is seen to when the money comes.
 */
export async function wait(
  tx: Database,
  ctx: Ctx,
  found: Found,
  session: CheckoutSession,
  { find_crew }: { find_crew: boolean },
) {
  const { booking, order } = found;
  const crew_id = find_crew ? await freeCrew(tx, ctx, found) : null;
  const revived = crew_id ? { status: "pending" as const, crew_id, ...draftUnlessUsed } : {};
  const given_up = booking.cancelled_at !== null; // its order has failed; what comes goes back
  await tx
    .update(orders)
    .set({ processing_at: ctx.now, updated_at: ctx.now, ...(!given_up && { status: "pending" }) })
    .where(eq(orders.id, order.id));
  await tx
    .update(bookings)
    .set({ ...revived, ...customerOf(session), hold_expires_at: null, updated_at: ctx.now })
    .where(eq(bookings.id, booking.id));
  await joinAccount(tx, ctx, booking.id);
  await recordAudit(tx, ctx, {
    action: "booking.payment_processing",
    entity: "booking",
    entity_id: booking.id,
    details: { order: order.id, amount: session.amount },
  });
  if (!given_up) await ctx.jobs.enqueue(tx, "payment-processing-mail", { booking_id: booking.id });
}

/**
 * The checkout is over unpaid: a pending booking is cancelled; one that staff took on stays, only its order failed, and
 * staff are called when its money had been on its way. Whose money failed to come is told.
 */
export async function release(tx: Database, ctx: Ctx, { booking, order }: Found, session: CheckoutSession) {
  const failed = session.status === "failed";
  const released = await releaseBookings(
    tx,
    ctx,
    [booking.id],
    failed ? "payment failed" : "checkout expired",
  );
  if (released.length === 0)
    await tx.update(orders).set({ status: "failed", updated_at: ctx.now }).where(eq(orders.id, order.id));
  if (!failed) return;
  await ctx.jobs.enqueue(tx, "payment-failed-mail", { order_id: order.id });
  const kept = released.length === 0 && booking.status !== "cancelled";
  await tx
    .update(bookings)
    .set({
      ...customerOf(session),
      ...(kept && { needs_attention: "The payment failed, so this visit is unpaid." }),
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, booking.id));
}
