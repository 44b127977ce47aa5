import { type BookingStatus, type Calendar, checkStart, isHeld } from "~/features/booking/booking";
import { formField } from "~/features/booking/checkout/request";
import { minutesOf } from "~/features/booking/manage/rescheduling";
import {
  parseSlotTime,
  type Range,
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
};

export type StaffMoveRefusal = {
  ok: false;
  reason: "not movable" | "changed" | "invalid";
  field?: "date" | "time";
  message: string;
};

/** `stays`: only its crew changes, so what is closed or has begun doesn't matter. */
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
  const start = checkStart({ date, time }, calendar);
  if (!start.ok) {
    const field = formField(start.field) === "date" ? "date" : "time";
    return { ok: false, reason: "invalid", field, message: start.message };
  }
  const range = slotRange(date, start.slot, minutesOf(visit), calendar.zone);
  return { ok: true, stays: false, time: parseSlotTime(start.slot), range };
}

/** In words; null when staff can move the visit, which they can also when it has begun. */
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
