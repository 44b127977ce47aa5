import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { overrideReason } from "~/features/booking/office/forms";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { isOutsideHours } from "./queries.server";

export type KeepOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" | "changed"; message: string }
  | { ok: false; reason: "invalid"; field: "reason"; message: string };

/**
 * Keeps a visit that lies outside the hours where it is, with the reason. Moving it drops the reason. `sequence`: the version
 * that staff saw; refused if it has changed.
 */
export async function keepOutside(
  ctx: StaffCtx,
  { id, reason, sequence }: { id: string; reason: string; sequence: number | undefined },
): Promise<KeepOutcome> {
  const typed = overrideReason.safeParse(reason);
  if (!typed.success || typed.data === "") {
    const message = typed.error?.issues[0]?.message ?? "Say why the visit stays.";
    return { ok: false, reason: "invalid", field: "reason", message };
  }
  if (!isUuid(id)) return { ok: false, reason: "not found", message: "This booking no longer exists." };
  return ctx.db.transaction(async (tx): Promise<KeepOutcome> => {
    const [visit] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update");
    if (!visit) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const isAsSeen = visit.calendar_sequence === sequence && visit.status === "confirmed";
    if (!isAsSeen || visit.override_reason !== null)
      return { ok: false, reason: "changed", message: "Someone else changed this visit. Check it again." };
    if (!(await isOutsideHours({ ...ctx, db: tx }, id)))
      return { ok: false, reason: "changed", message: "This visit is inside the hours now." };
    await tx
      .update(bookings)
      .set({ override_reason: typed.data, updated_at: ctx.now })
      .where(eq(bookings.id, id));
    await recordAudit(tx, ctx, { action: "booking.kept_outside", entity: "booking", entity_id: id });
    return { ok: true };
  });
}
