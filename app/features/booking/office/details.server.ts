// Rooms: an edit keeps to the service (catalog), the service area (scheduling), what is paid (payments) and the customer
// (customers).
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { import_visits } from "~/db/schema/imports";
import { staff_notes } from "~/db/schema/office";
import { joinAccount } from "~/features/booking/join.server";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { readService } from "~/features/catalog/queries.server";
import { roomsApply } from "~/features/catalog/service";
import { linkCustomer } from "~/features/customers/records/link.server";
import { isRefundedElsewhere, withoutRefunded } from "~/features/payments/orders/rules";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { notInZip } from "~/features/scheduling/roads/area";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { DetailsForm } from "./forms";

export type DetailsOutcome =
  | { ok: true; changed: boolean }
  | { ok: false; reason: "not found" | "changed" | "elsewhere"; message: string };

const CHANGED =
  "Someone else changed this booking while you were editing it. Check the latest version below, then save again to keep your changes.";

/**
 * Changes a booking's customer and address. The audit trail names the changed fields without values. The crew gets an
 * email about a new address; a new email address gets the confirmation. An address outside the service area needs a reason,
 * which is kept. `sequence`: the version that staff saw; refused if it has changed.
 */
export function editBooking(
  ctx: StaffCtx,
  { id, form, sequence }: { id: string; form: DetailsForm; sequence?: number },
): Promise<DetailsOutcome> {
  return ctx.db.transaction(async (tx): Promise<DetailsOutcome> => {
    const found = await lockVisit(tx, OFFICE_ACTOR, id);
    if (!found) return { ok: false, reason: "not found", message: "This booking no longer exists." };
    const { booking } = found;
    const service = await readService({ db: tx, now: ctx.now }, booking.service_id);
    const rooms =
      service && roomsApply(service) ? { bedrooms: form.bedrooms, bathrooms: form.bathrooms } : {};
    const wanted = { ...columnsOf(form), ...rooms };
    const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
      (column) => wanted[column] !== booking[column],
    );
    if (changed.length === 0) return { ok: true, changed: false };
    if (sequence !== undefined && sequence !== booking.calendar_sequence)
      return { ok: false, reason: "changed", message: CHANGED };
    const area = changed.includes("zip_code") ? await readArea({ db: tx }) : null;
    const leaves =
      area && !comesTo(area, form.zip) && (comesTo(area, booking.zip_code) || !booking.override_reason);
    if (leaves && !form.override_reason) {
      const message = `${notInZip(form.zip)} To go there all the same, give a reason.`;
      return { ok: false, reason: "elsewhere", message };
    }
    const calendar_sequence = booking.calendar_sequence + 1;
    const reason = leaves ? { override_reason: form.override_reason } : {};
    await tx
      .update(bookings)
      .set({ ...wanted, ...reason, calendar_sequence, updated_at: ctx.now })
      .where(eq(bookings.id, id));
    if (changed.includes("customer_email")) await joinAccount(tx, ctx, id);
    if (booking.customer_id === null) await linkCustomer(tx, ctx, { booking_id: id });
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

export type NoteOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Adds a note that only staff read. `id` is made with the form: sent twice, it is one note. */
export async function addBookingNote(
  ctx: StaffCtx,
  { id, booking_id, body }: { id: string; booking_id: string; body: string },
): Promise<NoteOutcome> {
  if (!isUuid(booking_id)) return { ok: false, reason: "not found" };
  return ctx.db.transaction(async (tx): Promise<NoteOutcome> => {
    const there = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.id, booking_id))
      .for("share");
    if (there.length === 0) return { ok: false, reason: "not found" };
    const added = await tx
      .insert(staff_notes)
      .values({ id, booking_id, author_id: ctx.actor.id, body, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing({ target: staff_notes.id })
      .returning({ id: staff_notes.id });
    if (added.length > 0) {
      const entry = { action: "booking.noted", entity: "booking", entity_id: booking_id };
      await recordAudit(tx, ctx, { ...entry, details: { note: id } });
    }
    return { ok: true };
  });
}

/** What staff noted about a booking, the oldest first. */
export function readBookingNotes({ db }: StaffCtx, bookingId: string) {
  return db
    .select({
      id: staff_notes.id,
      body: staff_notes.body,
      author: users.name,
      created_at: staff_notes.created_at,
    })
    .from(staff_notes)
    .leftJoin(users, eq(users.id, staff_notes.author_id))
    .where(eq(staff_notes.booking_id, bookingId))
    .orderBy(asc(staff_notes.created_at), asc(staff_notes.id));
}

/** Clears what needs attention; false if nothing did. */
export async function settleAttention(ctx: StaffCtx, id: string): Promise<boolean> {
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

/** Keeps a visit that was refunded at the provider, unpaid. False if it no longer needs the decision. */
export async function keepUnpaid(ctx: StaffCtx, id: string): Promise<boolean> {
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

/** What another program's file said of a visit that was imported, in words; null for others. */
export async function readImported(db: Database, id: string): Promise<string | null> {
  const [found] = await db
    .select({ facts: import_visits.facts })
    .from(import_visits)
    .where(eq(import_visits.booking_id, id));
  const facts = Object.entries(found?.facts ?? {});
  return facts.map(([heading, text]) => `${heading}: ${text}`).join("\n") || null;
}
