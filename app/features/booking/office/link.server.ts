import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";

export type EndLinkOutcome = { ok: true } | { ok: false; reason: "not found" | "changed" };

/**
 * Ends the guest link of a booking: links sent so far stop, and the next email has a new one. `seen` is the generation that staff
 * saw; refused if it has changed.
 */
export function endBookingLink(
  ctx: StaffCtx,
  { id, seen }: { id: string; seen: string | undefined },
): Promise<EndLinkOutcome> {
  return ctx.db.transaction(async (tx): Promise<EndLinkOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found" };
    if (seen !== String(found.booking.link_generation)) return { ok: false, reason: "changed" };
    const link_generation = found.booking.link_generation + 1;
    await tx.update(bookings).set({ link_generation, updated_at: ctx.now }).where(eq(bookings.id, id));
    await recordAudit(tx, ctx, {
      action: "booking.link_ended",
      entity: "booking",
      entity_id: id,
      details: {},
    });
    return { ok: true };
  });
}
