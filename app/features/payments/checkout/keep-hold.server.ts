import { and, eq, gt, inArray } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { holdExpiry } from "~/features/booking/booking";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Keeps what an order holds for the whole time of a checkout that begins now. A checkout under way changes nothing. */
export async function keepHold(tx: Database, { now }: Pick<Ctx, "now">, orderId: string): Promise<void> {
  const [order] = await tx
    .select({ booking: orders.booking_id, plan: orders.plan_id, under_way: orders.checkout_expires_at })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order || order.under_way) return;
  const kept = { hold_expires_at: holdExpiry(now), updated_at: now };
  if (order.booking) {
    const held = [eq(bookings.status, "pending"), gt(bookings.hold_expires_at, now)];
    await tx
      .update(bookings)
      .set(kept)
      .where(and(eq(bookings.id, order.booking), ...held));
    return;
  }
  if (!order.plan) return;
  const plan = await tx
    .update(plans)
    .set(kept)
    .where(and(eq(plans.id, order.plan), eq(plans.status, "pending"), gt(plans.hold_expires_at, now)))
    .returning({ id: plans.id });
  const ids = plan.map(({ id }) => id);
  await tx
    .update(bookings)
    .set(kept)
    .where(and(inArray(bookings.plan_id, ids), eq(bookings.status, "pending")));
}
