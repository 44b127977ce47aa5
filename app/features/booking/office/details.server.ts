import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { joinAccount } from "~/features/booking/join.server";
import { lockVisit } from "~/features/booking/lock-visit.server";
import { OFFICE_ACTOR } from "~/features/booking/office-actor";
import { readService } from "~/features/catalog/reads.server";
import { roomsApply } from "~/features/catalog/service";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import type { DetailsForm } from "./forms";

export type DetailsOutcome =
  | { ok: true; changed: boolean }
  | { ok: false; reason: "not found" | "changed"; message: string };

const CHANGED =
  "Someone else changed this booking while you were editing it. Check the latest version below, then save again to keep your changes.";

/**
 * Changes whom and where a booking is for. The audit names what changed, not what it says; its crew hears of a new
 * address of the visit, and a new mail address is sent what was booked. `sequence`: the booking as staff saw it, to refuse
 * what would undo what somebody else has changed meanwhile.
 */
export function editBooking(
  ctx: AdminCtx,
  { id, form, sequence }: { id: string; form: DetailsForm; sequence?: number },
): Promise<DetailsOutcome> {
  return ctx.db.transaction(async (tx): Promise<DetailsOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const { booking } = found;
    const service = await readService({ db: tx }, booking.service_id);
    const rooms =
      service && roomsApply(service) ? { bedrooms: form.bedrooms, bathrooms: form.bathrooms } : {};
    const wanted = { ...columnsOf(form), ...rooms };
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (column) => wanted[column] !== booking[column],
    );
    if (changed.length === 0) return { ok: true, changed: false };
    if (sequence !== undefined && sequence !== booking.calendar_sequence)
      return { ok: false, reason: "changed", message: CHANGED };
    const calendar_sequence = booking.calendar_sequence + 1;
    await tx
      .update(bookings)
      .set({ ...wanted, calendar_sequence, updated_at: ctx.now })
      .where(eq(bookings.id, id));
    if (changed.includes("customer_email")) await joinAccount(tx, ctx, id);
    await recordAudit(tx, ctx, {
      action: "booking.edited",
      entity: "booking",
      entity_id: id,
      details: { changed },
    });
    const { crew_id, scheduled_date: date, scheduled_time: time, status } = booking;
    const promised = !booking.hold_expires_at && (status === "confirmed" || status === "pending");
    if (changed.includes("customer_email") && promised) {
      const told = { booking_id: id, sequence: calendar_sequence, status };
      await ctx.jobs.enqueue(tx, "booking-status-mail", told);
    }
    const concerns = changed.some((column) => ADDRESS.has(column)) && booking.status !== "cancelled";
    if (concerns && crew_id) {
      const news = {
        booking_id: id,
        crew_id,
        sequence: calendar_sequence,
        had: true,
        before: { date, time },
      };
      await ctx.jobs.enqueue(tx, "crew-visit-mail", news);
    }
    return { ok: true, changed: true };
  });
}

const ADDRESS = new Set<string>(["address_line1", "address_line2", "city", "state", "zip_code"]);

function columnsOf(form: DetailsForm) {
  return {
    customer_name: form.customer_name,
    customer_email: form.customer_email || null,
    customer_phone: form.customer_phone || null,
    address_line1: form.street,
    address_line2: form.apartment || null,
    city: form.city,
    state: form.state,
    zip_code: form.zip,
    notes: form.notes || null,
  };
}
