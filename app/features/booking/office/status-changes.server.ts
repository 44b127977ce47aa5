import { and, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { mails } from "~/db/schema/mail";
import type { orders } from "~/db/schema/payments";
import { subselect } from "~/db/subselect";
import type { BookingStatus } from "~/features/booking/booking";
import type { Database } from "~/platform/database/database.server";
import { isNotified, type StatusChange } from "./rules";

/** What must be kept of a booking to take a change of its status back; `order`: it was open, and failed with the booking. */
export type Undo = {
  sequence: number;
  needs_attention: string | null;
  hold_expires_at: string | null;
  cancelled_at: string | null;
  crew_id: string | null;
  order: boolean;
};

/** `by_crew`: the crew completed it on a phone. */
export type KeptChange = StatusChange & { undo: Undo; by_crew: boolean };

/** So many changes are looked at: more in a row, each within seconds of the last, are nobody's work. */
const LOOKED_AT = 30;

/** Reads staff's and crews' status changes of a booking since an instant, newest first. */
export async function readStatusChanges(
  db: Database,
  id: string,
  since: Temporal.Instant,
): Promise<KeptChange[]> {
  const rows = await db
    .select({ at: audit_log.at, actor: audit_log.actor, details: audit_log.details })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.entity, "booking"),
        eq(audit_log.entity_id, id),
        gte(audit_log.at, since),
        inArray(audit_log.action, ["booking.status_changed", "booking.cancelled"]),
        sql`${audit_log.details} ? 'undo'`,
      ),
    )
    .orderBy(desc(audit_log.at), desc(audit_log.id))
    .limit(LOOKED_AT);
  return rows.map(({ at, actor, details }) => {
    const { before, undo } = details as { before: { status: BookingStatus }; undo: Undo };
    const by_crew = actor.startsWith("crew:");
    return { at, sequence: undo.sequence, before: before.status, undo, by_crew };
  });
}

/** What is kept with a change of a locked booking that gives it this sequence. */
export function undoOf(
  booking: typeof bookings.$inferSelect,
  order: typeof orders.$inferSelect | null,
  sequence: number,
): Undo {
  const { needs_attention, hold_expires_at, cancelled_at, crew_id } = booking;
  return {
    sequence,
    needs_attention,
    hold_expires_at: hold_expires_at?.toString() ?? null,
    cancelled_at: cancelled_at?.toString() ?? null,
    crew_id,
    order: order?.status === "pending",
  };
}

/** The audit rows that tell when visits were marked as completed. */
export const completions = and(
  eq(audit_log.entity, "booking"),
  eq(audit_log.action, "booking.status_changed"),
  sql`${audit_log.details} -> 'after' ->> 'status' = 'completed'`,
);

/** When the visit was last marked as completed, as a column of a query on bookings. */
export const completedAt: SQL<string | null> = subselect(sql`(select max(${audit_log.at}) from ${audit_log}
  where ${completions} and ${audit_log.entity_id} = ${bookings.id}::text)`);

/** What the email about the change with this sequence is stored under. */
export function occasionOf({ id, sequence }: { id: string; sequence: number }): string {
  return `booking-status:${id}:${sequence}`;
}

/** As `occasionOf`, of the email that says it is cancelled. */
export function cancelledOccasionOf({ id, sequence }: { id: string; sequence: number }): string {
  return `booking-cancelled:${id}:${sequence}`;
}

/** Far enough back for changes that followed each other within seconds. */
const QUIET_MINUTES = 10;

/**
 * Whether the customer is to hear that the booking has this status, by the change that gave it this sequence; `at` is when
 * it was made.
 */
export async function isNews(
  db: Database,
  { id, sequence, status, at }: { id: string; sequence: number; status: BookingStatus; at: Temporal.Instant },
): Promise<boolean> {
  const [booking] = await db.select({ status: bookings.status }).from(bookings).where(eq(bookings.id, id));
  if (booking?.status !== status) return false;
  const changes = await readStatusChanges(db, id, at.subtract({ minutes: QUIET_MINUTES }));
  const told = await readTold(
    db,
    id,
    changes.map((change) => change.sequence),
  );
  return isNotified(changes, sequence, status, told);
}

/** Of changes of a booking those whose email is stored. */
export async function readTold(db: Database, id: string, sequences: number[]): Promise<number[]> {
  const occasions = new Map(
    sequences.flatMap((sequence) =>
      [occasionOf({ id, sequence }), cancelledOccasionOf({ id, sequence })].map(
        (occasion) => [occasion, sequence] as const,
      ),
    ),
  );
  const rows = await db
    .select({ occasion: mails.occasion })
    .from(mails)
    .where(inArray(mails.occasion, [...occasions.keys()]));
  return rows.flatMap(({ occasion }) => occasions.get(occasion) ?? []);
}
