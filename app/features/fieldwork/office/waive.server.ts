import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { readReason } from "./forms";

export type WaiveOutcome =
  | { ok: true }
  | { ok: false; reason: "invalid"; field: "why"; message: string }
  | { ok: false; reason: "not found" | "over" | "waived"; message: string };

/** Lets a crew finish a visit without the required items of its checklist, and keeps the reason. */
export async function waiveItems(
  ctx: StaffCtx,
  { id, why }: { id: string; why: string },
): Promise<WaiveOutcome> {
  const read = readReason(why);
  if (!read.ok) return { ok: false, reason: "invalid", field: "why", message: read.message };
  return ctx.db.transaction(async (tx): Promise<WaiveOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const { booking } = found;
    if (booking.status !== "confirmed")
      return { ok: false, reason: "over", message: "Only a confirmed visit can be finished by its crew." };
    if (booking.items_waived)
      return { ok: false, reason: "waived", message: "The crew may already finish without them." };
    await tx
      .update(bookings)
      .set({ items_waived: true, items_waived_why: read.text, updated_at: ctx.now })
      .where(eq(bookings.id, id));
    await recordAudit(tx, ctx, { action: "booking.items_waived", entity: "booking", entity_id: id });
    return { ok: true };
  });
}
