import { and, eq, gte } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { storm_offers } from "~/db/schema/office";
import { charges, orders } from "~/db/schema/payments";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { publishBookingEvent } from "~/features/integrations/webhooks/publish.server";
import { chargeLater, chargeSoon } from "~/features/payments/orders/card.server";
import { restoreLines } from "~/features/payments/orders/lines.server";
import { recordAudit } from "~/platform/audit.server";
import type { CrewCtx, StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { HELD_SECONDS, heldNews, isOver, UNDO_SECONDS } from "./rules";
import { type KeptChange, readStatusChanges, readTold, undoOf } from "./status-changes.server";

export type UndoOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" | "late" | "changed" | "taken"; message: string };

const REFUSALS = {
  "not found": "This booking no longer exists.",
  late: "It's too late to undo this: the email is on its way. Change the status again instead.",
  changed: "This booking has changed since then. Please check it before you change its status.",
  taken: "Its slot has been taken in the meantime. Book a new visit at another time instead.",
} as const;

const refuse = (reason: keyof typeof REFUSALS): UndoOutcome => ({
  ok: false,
  reason,
  message: REFUSALS[reason],
});

const EVER = Temporal.Instant.fromEpochMilliseconds(0);

type Locked = NonNullable<Awaited<ReturnType<typeof lockVisit>>>;

/**
 * Undoes staff's status change; no email goes out. `sequence` names the change. Refused after UNDO_SECONDS, once
 * the email is stored, or if the booking has changed since.
 */
export async function undoBookingStatus(
  ctx: StaffCtx,
  { id, sequence }: { id: string; sequence: number },
): Promise<UndoOutcome> {
  return ctx.db
    .transaction(async (tx): Promise<UndoOutcome> => {
      const found = await lockVisit(tx, OFFICE_ACTOR, id);
      if (!found) return refuse("not found");
      const since = ctx.now.subtract({ seconds: UNDO_SECONDS });
      const [change] = await readStatusChanges(tx, id, since);
      if (found.booking.calendar_sequence !== sequence) return refuse("changed");
      if (!change || isOver(change.at, ctx.now) || (await isTold(tx, id, change))) return refuse("late");
      if (change.sequence !== sequence || hasChangedSince(found, change)) return refuse("changed");
      await restore(tx, ctx, found, change);
      return { ok: true };
    })
    .catch((error) => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      return refuse("taken");
    });
}

/**
 * Takes back that a crew has completed a visit, in the transaction of its tap. One that the office has completed or opened again
 * stays as it is. False: too late, because the emails or the charge of the card may be on their way, or it was changed since.
 */
export async function reopenByCrew(tx: Database, ctx: CrewCtx, id: string): Promise<boolean> {
  const found = await lockVisit(tx, OFFICE_ACTOR, id);
  if (found?.booking.status !== "completed") return true;
  const [change] = await readStatusChanges(tx, id, EVER);
  if (!change?.by_crew) return true;
  if (isOver(change.at, ctx.now, HELD_SECONDS) || change.sequence !== found.booking.calendar_sequence)
    return false;
  if (
    hasChangedSince(found, change) ||
    (await isCharged(tx, found, change)) ||
    (await isTold(tx, id, change))
  )
    return false;
  await restore(tx, ctx, found, change);
  return true;
}

/** Whether a charge of the order was begun since a change. */
async function isCharged(tx: Database, { order }: Locked, { at }: KeptChange): Promise<boolean> {
  if (!order) return false;
  return (await tx.$count(charges, and(eq(charges.order_id, order.id), gte(charges.created_at, at)))) > 0;
}

/** Whether the email about a change is stored. */
async function isTold(tx: Database, id: string, { sequence }: KeptChange): Promise<boolean> {
  return (await readTold(tx, id, [sequence])).length > 0;
}

function hasChangedSince({ booking, order }: Locked, { at }: KeptChange): boolean {
  return [booking, order].some((row) => row && Temporal.Instant.compare(row.updated_at, at) > 0);
}

async function restore(
  tx: Database,
  ctx: StaffCtx | CrewCtx,
  { booking, order }: Locked,
  { before, at, undo }: KeptChange,
) {
  const calendar_sequence = booking.calendar_sequence + 1;
  const instant = (text: string | null) => (text === null ? null : Temporal.Instant.from(text));
  const cancelled_at = instant(undo.cancelled_at);
  await tx
    .update(bookings)
    .set({
      status: before,
      crew_id: undo.crew_id,
      needs_attention: undo.needs_attention,
      hold_expires_at: instant(undo.hold_expires_at),
      cancelled_at,
      ...(booking.status === "cancelled" && { draft_id: null }), // it may have become another booking since
      calendar_sequence,
      updated_at: ctx.now,
    })
    .where(eq(bookings.id, booking.id));
  if (undo.order && order?.status === "failed")
    await tx.update(orders).set({ status: "pending", updated_at: ctx.now }).where(eq(orders.id, order.id));
  if (order && booking.status === "cancelled") await restoreLines(tx, ctx, order.id);
  if (order && before === "completed") await chargeSoon(tx, ctx, order.id, { afterSeconds: HELD_SECONDS });
  else if (order) await chargeLater(tx, order.id);
  await reopenOffer(tx, ctx, booking.id, at);
  await recordAudit(tx, ctx, {
    action: "booking.status_changed",
    entity: "booking",
    entity_id: booking.id,
    details: {
      before: { status: booking.status, crew_id: booking.crew_id },
      after: { status: before, crew_id: undo.crew_id },
      undo: undoOf(booking, order, calendar_sequence),
    },
  });
  const told = { booking_id: booking.id, sequence: calendar_sequence, ...heldNews(true, ctx.now) };
  const when = { afterSeconds: HELD_SECONDS };
  if (before !== "cancelled")
    await ctx.jobs.enqueue(tx, "booking-status-mail", { ...told, status: before }, when);
  else if (cancelled_at)
    await ctx.jobs.enqueue(
      tx,
      "booking-cancelled-mail",
      { ...told, at: cancelled_at.epochMilliseconds },
      when,
    );
  const event = booking.status === "completed" ? null : EVENTS[before];
  if (event) await publishBookingEvent(tx, ctx, event, booking.id);
}

/** The events for webhooks, which were sent the change at once, unless it was to completed. */
const EVENTS = {
  pending: null,
  confirmed: "booking.confirmed",
  completed: null,
  cancelled: "booking.cancelled",
} as const;

/** The question of a storm day that the change had answered is open again. */
async function reopenOffer(
  tx: Database,
  { now }: Pick<StaffCtx, "now">,
  booking_id: string,
  at: Temporal.Instant,
) {
  await tx
    .update(storm_offers)
    .set({ status: "open", answered_at: null, updated_at: now })
    .where(
      and(
        eq(storm_offers.booking_id, booking_id),
        eq(storm_offers.status, "settled"),
        eq(storm_offers.answered_at, at),
      ),
    );
}
