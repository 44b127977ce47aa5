import type { BookingStatus } from "~/features/booking/booking";

/** Staff can undo a change of status for so long, and nobody is told of it before. */
export const UNDO_SECONDS = 15;
/** Emails about a changed status go out so much later: past the last moment of an undo. */
export const HELD_SECONDS = UNDO_SECONDS + 5;

/** A change of a booking's status by staff; `sequence` is the one that it gave the booking's calendar entry. */
export type StatusChange = { sequence: number; at: Temporal.Instant; before: BookingStatus };

/**
 * Whether the change of this sequence is to be told to the customer, of what staff changed one after the other. Only the last
 * one tells, since it tells what the booking is now; changes that followed each other before anything was sent and
 * led back to where they began tell nothing.
 */
export function isNotified(changes: StatusChange[], sequence: number, now: BookingStatus): boolean {
  const ordered = changes.toSorted((a, b) => b.sequence - a.sequence);
  if (ordered[0]?.sequence !== sequence) return ordered.length === 0;
  let first = ordered[0];
  for (const earlier of ordered.slice(1)) {
    if (isOver(earlier.at, first.at)) break;
    first = earlier;
  }
  return first.before !== now;
}

/** Whether a change of that moment can't be undone any more. */
export function isOver(at: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at.add({ seconds: UNDO_SECONDS }), now) < 0;
}

/** What is said with a job that tells of a change only after its undo is over: when the change was made, in epoch milliseconds. */
export function heldNews(held: boolean, now: Temporal.Instant): { held_since?: number } {
  return held ? { held_since: now.epochMilliseconds } : {};
}
