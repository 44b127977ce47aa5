import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

/** Ends the guest link of a booking: links sent so far stop, and the next email has a new one. False without such a booking. */
export function endBookingLink(ctx: StaffCtx, id: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return false;
    const link_generation = found.booking.link_generation + 1;
    await tx.update(bookings).set({ link_generation, updated_at: ctx.now }).where(eq(bookings.id, id));
    await recordAudit(tx, ctx, {
      action: "booking.link_ended",
      entity: "booking",
      entity_id: id,
      details: {},
    });
    return true;
  });
}
