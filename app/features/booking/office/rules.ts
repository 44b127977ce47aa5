import { type BookingStatus, type Calendar, checkStart, isHeld } from "~/features/booking/booking";
import { formField } from "~/features/booking/checkout/page";
import { minutesOf } from "~/features/booking/manage/reschedule";
import {
  parseSlotTime,
  type Range,
  type SlotTime,
  type StartText,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { formatDate } from "~/lib/dates";

/** What staff may find when they move a visit. */
export type StaffMovable = {
  status: BookingStatus;
  hold_expires_at: Temporal.Instant | null;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  calendar_sequence: number;
  slot: StartText;
  /** When visits of its service start. */
  startTimes: readonly SlotTime[];
};

export type StaffMoveRefusal = {
  ok: false;
  reason: "not movable" | "changed" | "invalid";
  field?: "date" | "time" | "override_reason";
  message: string;
};

/** `stays`: only the crew changes, so closures and past times don't matter. */
export type StaffPlace = { ok: true; stays: boolean; time: Temporal.PlainTime; range: Range };

/** Where a visit goes when staff move it, crews aside: as long as it was, at its price; a late fee is not made by it. */
export function decideStaffMove(
  visit: StaffMovable,
  { date, time, sequence }: StartText & { sequence?: number },
  calendar: Calendar,
): StaffPlace | StaffMoveRefusal {
  const message = whyStaffCannotMove(visit, calendar.now);
  if (message) return { ok: false, reason: "not movable", message };
  if (sequence !== undefined && sequence !== visit.calendar_sequence) return changed(visit.slot);
  if (date === visit.slot.date && time === visit.slot.time) {
    const range = { start: visit.starts_at, end: visit.ends_at };
    return { ok: true, stays: true, time: parseSlotTime(time) ?? new Temporal.PlainTime(), range };
  }
  const start = checkStart({ date, time, minutes: minutesOf(visit), startTimes: visit.startTimes }, calendar);
  if (!start.ok) {
    const field = formField(start.field) === "date" ? "date" : "time";
    return { ok: false, reason: "invalid", field, message: start.message };
  }
  const range = slotRange(date, start.slot, minutesOf(visit), calendar.zone);
  return { ok: true, stays: false, time: parseSlotTime(start.slot), range };
}

/** Why staff can't move a visit; null if they can, also after it began. */
export function whyStaffCannotMove(
  visit: Pick<StaffMovable, "status" | "hold_expires_at">,
  now: Temporal.Instant,
): string | null {
  if (visit.status === "cancelled") return "This visit has been cancelled.";
  if (visit.status === "completed") return "This visit is over.";
  if (isHeld(visit, now)) return "The customer is paying for this visit right now.";
  return visit.status === "pending" && visit.hold_expires_at ? "The time to pay for this visit is up." : null;
}

function changed({ date, time }: StartText): StaffMoveRefusal {
  const message = `Someone else changed this visit: it is now on ${formatDate(date)} at ${time}.`;
  return { ok: false, reason: "changed", message };
}

/** What staff may find when they set a status. */
export type StatusVisit = {
  status: BookingStatus;
  crew_id: string | null;
  starts_at: Temporal.Instant;
  scheduled_date: string;
};

/**
 * `place`: a crew must be found for its time first. `passed`: that time is over, so it doesn't matter whether the slot can
 * still be booked.
 */
export type StatusDecision =
  | { do: "nothing" | "cancel" | "set" | "too early" }
  | { do: "place"; passed: boolean };

/**
 * Any status can follow any (spec section 4), but a visit to come needs a crew, and none is completed before its day
 * (decision 035). `today`: the company's date.
 */
export function decideStatus(
  { status, crew_id, starts_at, scheduled_date }: StatusVisit,
  wanted: BookingStatus,
  { now, today }: { now: Temporal.Instant; today: string },
): StatusDecision {
  if (status === wanted) return { do: "nothing" };
  if (wanted === "completed" && scheduled_date > today) return { do: "too early" };
  if (wanted === "cancelled") return { do: "cancel" };
  const passed = Temporal.Instant.compare(starts_at, now) <= 0;
  if (status === "cancelled") return { do: "place", passed };
  const promised = wanted === "confirmed" && !passed;
  return crew_id === null && promised ? { do: "place", passed } : { do: "set" };
}

/** Seconds in which staff can undo a status change. No email goes out before. */
export const UNDO_SECONDS = 15;
/** Emails about a changed status go out so much later: past the last moment of an undo. */
export const HELD_SECONDS = UNDO_SECONDS + 5;

/** A status change by staff; `sequence` is the calendar entry's after it. */
export type StatusChange = { sequence: number; at: Temporal.Instant; before: BookingStatus };

/**
 * Whether the change with this sequence is emailed to the customer. Only the last of several within HELD_SECONDS is; none is if
 * they lead back to the state before the first. `told`: sequences of changes whose email is stored; the customer knows of those.
 */
export function isNotified(
  changes: StatusChange[],
  sequence: number,
  now: BookingStatus,
  told: readonly number[] = [],
): boolean {
  const ordered = changes.toSorted((a, b) => b.sequence - a.sequence);
  if (ordered[0]?.sequence !== sequence) return ordered.length === 0;
  let first = ordered[0];
  for (const earlier of ordered.slice(1)) {
    if (told.includes(earlier.sequence) || isOver(earlier.at, first.at, HELD_SECONDS)) break;
    first = earlier;
  }
  return first.before !== now;
}

/** Whether a change of that moment can't be undone any more. */
export function isOver(at: Temporal.Instant, now: Temporal.Instant, seconds = UNDO_SECONDS): boolean {
  return Temporal.Instant.compare(at.add({ seconds }), now) < 0;
}

/** What is said with a job that tells of a change only after its undo is over: when the change was made, in epoch milliseconds. */
export function heldNews(held: boolean, now: Temporal.Instant): { held_since?: number } {
  return held ? { held_since: now.epochMilliseconds } : {};
}
