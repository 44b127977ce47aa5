import { asc, eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { staff_notes } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";

export type NoteOutcome = { ok: true } | { ok: false; reason: "not found" };

/** Adds a note that only staff read. `id` is made with the form: sent twice, it is one note. */
export async function addBookingNote(
  ctx: AdminCtx,
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
export function readBookingNotes({ db }: AdminCtx, bookingId: string) {
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
