import { and, eq, isNotNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { isRefundedElsewhere, withoutRefunded } from "~/features/payments/orders/refunded-elsewhere";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";

/** Somebody has seen to what a booking needed attention for; false when it needed none. */
export async function settleAttention(ctx: AdminCtx, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return ctx.db.transaction(async (tx) => {
    const needing = and(eq(bookings.id, id), isNotNull(bookings.needs_attention));
    const [seen] = await tx
      .select({ reason: bookings.needs_attention })
      .from(bookings)
      .where(needing)
      .for("update");
    if (!seen) return false;
    await tx.update(bookings).set({ needs_attention: null, updated_at: ctx.now }).where(needing);
    await recordAudit(tx, ctx, {
      action: "booking.settled",
      entity: "booking",
      entity_id: id,
      details: { before: { needs_attention: seen.reason }, after: { needs_attention: null } },
    });
    return true;
  });
}

/** Staff keep a visit whose money went back at the provider: it takes place unpaid. False when that is no question any more. */
export async function keepUnpaid(ctx: AdminCtx, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  return ctx.db.transaction(async (tx) => {
    const [seen] = await tx
      .select({ reason: bookings.needs_attention })
      .from(bookings)
      .where(eq(bookings.id, id))
      .for("update");
    if (!seen || !isRefundedElsewhere(seen.reason)) return false;
    const needs_attention = withoutRefunded(seen.reason);
    await tx.update(bookings).set({ needs_attention, updated_at: ctx.now }).where(eq(bookings.id, id));
    await recordAudit(tx, ctx, {
      action: "booking.kept_unpaid",
      entity: "booking",
      entity_id: id,
      details: { before: { needs_attention: seen.reason }, after: { needs_attention } },
    });
    return true;
  });
}
