import { type BookingStatus, type Calendar, checkStart, isHeld } from "~/features/booking/booking";
import { formField } from "~/features/booking/checkout/page";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { isStatus, STATUS_LABELS } from "~/features/booking/office/list/list";
import {
  parseSlotTime,
  type Range,
  type SlotTime,
  type StartText,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { formatDate, formatTime } from "~/lib/dates";
import { formatCents } from "~/lib/money";

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
 * Whether the change with this sequence is emailed to the customer. Only the last of several is; none is if they lead
 * back to the state before the first.
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

export type HistoryEntry = { action: string; details: Record<string, unknown> };

type Names = { crews: ReadonlyMap<string, string>; currency: string };

/** Formats a line of a booking's history for staff. Unknown actions show their name. */
export function formatHistory({ action, details }: HistoryEntry, names: Names): string {
  const [before, after] = [objectOf(details.before), objectOf(details.after)];
  const crew = (id: unknown) => (typeof id === "string" && names.crews.get(id)) || "no crew";
  const money = (amount: unknown) => formatCents(Number(amount) || 0, names.currency);
  switch (action) {
    case "booking.held":
      return "Slot held, waiting for payment";
    case "booking.booked":
      return `Booked by phone${details.override ? `, outside the ${details.override === "area" ? "area" : "hours"}` : ""}`;
    case "booking.confirmed":
      return details.on_the_day
        ? `Booked online, ${money(details.amount)} due on the day`
        : `${money(details.amount)} paid, booking confirmed`;
    case "booking.payment_processing":
      return `Payment of ${money(details.amount)} processing at the bank`;
    case "booking.released":
      return `Slot released: ${details.reason}`;
    case "booking.flagged":
      return `Needs attention: ${details.reason}`;
    case "booking.joined":
      return "Added to the customer's account";
    case "booking.status_changed":
      return `Status changed from ${statusOf(before)} to ${statusOf(after)}`;
    case "booking.moved": {
      const [from, to] = [whenOf(objectOf(details.from) ?? before), whenOf(objectOf(details.to) ?? after)];
      return `Moved from ${from} to ${to}${details.override ? ", outside the hours" : ""}`;
    }
    case "booking.assigned":
      return `Crew changed from ${crew(before?.crew_id)} to ${crew(after?.crew_id)}`;
    case "booking.edited":
      return `Details changed: ${fieldsOf(details.changed)}`;
    case "booking.noted":
      return "Note added";
    case "booking.kept_unpaid":
      return "Kept as unpaid";
    case "booking.kept_outside":
      return "Kept outside the hours";
    case "booking.link_ended":
      return "Guest link ended";
    case "booking.settled":
      return "Marked as resolved";
    case "booking.cancelled":
      if (Number(details.fee) > 0) return `Cancelled, a fee of ${money(details.fee)} is due`;
      return Number(details.refund) > 0
        ? `Cancelled, ${money(details.refund)} to refund`
        : "Cancelled, nothing to refund";
    case "booking.no_show":
      return Number(details.fee) > 0
        ? `No-show, a fee of ${money(details.fee)} is due`
        : `No-show, ${Number(details.refund) > 0 ? `${money(details.refund)} to refund` : "nothing to refund"}`;
    case "storm.offered":
      return after ? `Another time offered: ${whenOf(after)}` : "Customer asked to choose another time";
    case "storm.offer_accepted":
      return "Offered time accepted";
    case "storm.offer_moved":
      return "Customer chose another time than offered";
    case "storm.offer_skipped":
      return "Visit skipped instead of moved";
    case "storm.offer_settled":
      return "Offer of another time resolved another way";
    case "storm.offer_sent_again":
      return "Customer asked again to choose another time";
    case "booking.paid_when_cancelled":
      return `Paid after it was cancelled; refunding ${money(details.refund)}`;
    case "booking.paid_twice":
      return `Paid twice by the customer; refunding ${money(details.refund)}`;
    case "booking.refunded":
      return `${money(details.amount)} refunded`;
    case "booking.refund_failed":
      return `Refund of ${money(details.amount)} failed: ${details.reason}`;
    case "booking.refunded_elsewhere":
      return `${money(details.amount)} refunded at the payment provider`;
    case "order.disputed":
      return `Customer disputed ${money(details.amount)}`;
    case "order.inquiry_opened":
      return `Bank opened an inquiry about ${money(details.amount)}`;
    case "order.inquiry_closed":
      return `Bank closed its inquiry about ${money(details.amount)}`;
    case "order.dispute_won":
      return `Dispute over ${money(details.amount)} won`;
    case "order.dispute_lost":
      return `Dispute over ${money(details.amount)} lost; the money went back to the customer`;
    case "order.paid":
      return details.method === "pay_link"
        ? `${money(details.amount)} paid by the pay link`
        : `Payment of ${money(details.amount)} recorded (${details.method})`;
    case "order.line_added":
      return Number(details.amount) < 0
        ? `${money(-Number(details.amount))} taken off`
        : `${money(details.amount)} added`;
    case "order.pay_link_sent":
      return `Pay link of ${money(details.amount)} emailed`;
    case "approval.asked":
      return `Approval of a ${details.kind} of ${money(details.amount)} asked for`;
    case "approval.approved":
      return `${money(details.amount)} approved`;
    case "approval.refused":
      return `${money(details.amount)} not approved`;
    case "approval.withdrawn":
      return `Request for ${money(details.amount)} withdrawn`;
    case "order.waived":
      return `Fee of ${money(details.amount)} waived`;
    case "order.refund_started":
      return `Refund of ${money(details.amount)} started`;
    case "order.refund_retried":
      return `Refund of ${money(details.amount)} retried`;
    case "order.refunded_by_hand":
      return `${money(details.amount)} refunded by hand`;
    default:
      return action.replace(/^\w+\./, "").replaceAll("_", " ");
  }
}

/** Whom an audit row names: "admin:ID", "user:ID", "guest", "link" or "system". */
export function formatActor(actor: string, staff: ReadonlyMap<string, string>): string {
  const [kind, id = ""] = actor.split(":");
  if (kind === "admin") return staff.get(id) ?? "The office";
  return kind === "system" ? "Automatic" : "Customer";
}

type Details = Record<string, unknown> | null;

function objectOf(value: unknown): Details {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

function statusOf(details: Details): string {
  const status = String(details?.status ?? "");
  return isStatus(status) ? STATUS_LABELS[status] : status;
}

function whenOf(details: Details): string {
  const [date, time] = [String(details?.date ?? ""), String(details?.time ?? "")];
  const clock = /^\d{2}:\d{2}(:\d{2})?$/.test(time) ? formatTime(time) : time;
  return date ? `${formatDate(date)} ${clock}`.trim() : "another time";
}

/** The columns of a booking's details as staff would call them. */
export const DETAIL_FIELDS: Record<string, string> = {
  customer_name: "name",
  customer_email: "email",
  customer_phone: "phone",
  address_line1: "street",
  address_line2: "apartment",
  zip_code: "ZIP code",
};

function fieldsOf(changed: unknown): string {
  return Array.isArray(changed)
    ? changed.map((name) => DETAIL_FIELDS[String(name)] ?? String(name)).join(", ")
    : "";
}
