import {
  type BookingStatus,
  type Calendar,
  checkStart,
  hasBegun,
  isLate,
  type Policy,
} from "~/features/booking/booking";
import {
  type Range,
  type SlotTime,
  type StartText,
  slotRange,
} from "~/features/scheduling/availability/slots";
import { formatDate, formatLongDate } from "~/lib/dates";
import { monthsAround } from "~/lib/months";

export type Movable = {
  status: BookingStatus;
  starts_at: Temporal.Instant;
  ends_at: Temporal.Instant;
  policy: Policy;
  late_fee_applies: boolean;
  /** It has an open storm offer: changes are free, even after its start. */
  storm?: boolean;
  slot: StartText;
  /** When visits of its service start. */
  startTimes: readonly SlotTime[];
  /** The month that pays for a visit of a plan. It stays in it, unless it has a storm offer. */
  month?: ChargedMonth | null;
};

/** `from` is what the customer saw when they chose. */
export type Wish = StartText & { from: StartText };

export type RescheduleRefusal = {
  ok: false;
  reason: "not movable" | "changed" | "invalid";
  field?: "date" | "time";
  message: string;
};

export type Move = { ok: true; slot: SlotTime; range: Range; late_fee_applies: boolean };

/**
 * Decides a customer's move; crews are not looked at. Length and price stay. A move too late for a full refund keeps the
 * late fee, unless the visit has a storm offer.
 */
export function decideReschedule(visit: Movable, wish: Wish, calendar: Calendar): Move | RescheduleRefusal {
  const { now, zone } = calendar;
  const message = whyNotMovable(visit, now);
  if (message) return { ok: false, reason: "not movable", message };
  if (!isSame(wish.from, visit.slot)) return changed(visit.slot);
  const start = checkStart({ ...wish, minutes: minutesOf(visit), startTimes: visit.startTimes }, calendar);
  if (!start.ok) {
    const field = start.field === "bookingDetails.date" ? "date" : "time";
    return { ok: false, reason: "invalid", field, message: start.message };
  }
  if (isSame(wish, visit.slot)) {
    const message = "Your visit is already at this time. Choose another one.";
    return { ok: false, reason: "invalid", field: "time", message };
  }
  const { month } = visit;
  if (month && !visit.storm && (wish.date < month.first || wish.date > month.last)) {
    const message = `Choose a day from ${formatDate(month.first)} to ${formatDate(month.last)}: the month this visit was paid for.`;
    return { ok: false, reason: "invalid", field: "date", message };
  }
  const range = slotRange(wish.date, start.slot, minutesOf(visit), zone);
  return {
    ok: true,
    slot: start.slot,
    range,
    late_fee_applies: visit.late_fee_applies || (!visit.storm && isLate(visit, now)),
  };
}

/** The reason for the customer; null when the visit can be moved. */
export function whyNotMovable(
  { status, starts_at, storm = false }: Pick<Movable, "status" | "starts_at" | "storm">,
  now: Temporal.Instant,
): string | null {
  if (status === "cancelled") return "This visit has been cancelled.";
  if (status === "completed") return "This visit is over.";
  if (status === "pending") return "This visit is not confirmed yet.";
  return !storm && hasBegun(starts_at, now) ? "This visit has already started." : null;
}

/** The length of a visit. */
export function minutesOf({ starts_at, ends_at }: Pick<Movable, "starts_at" | "ends_at">): number {
  return (ends_at.epochMilliseconds - starts_at.epochMilliseconds) / 60_000;
}

function isSame(one: StartText, other: StartText): boolean {
  return one.date === other.date && one.time === other.time;
}

function changed({ date, time }: StartText): RescheduleRefusal {
  const message = `This visit was changed in another window: it's now on ${formatLongDate(date)} at ${time}. Please choose again.`;
  return { ok: false, reason: "changed", message };
}

/** The days that one charge of a plan pays for, both included. */
export type ChargedMonth = { first: string; last: string };

/** `end` is when the plan is charged next, `anchor` when it was charged first, if that is known. */
export type Charging = { end: Temporal.Instant; anchor: Temporal.Instant | null };

/** The charged month that a day lies in. */
export function chargedMonthOf(date: string, { end, anchor }: Charging, zone: string): ChargedMonth {
  const begins = monthsAround(end, anchor);
  const dayOf = (month: number) => begins(month).toZonedDateTimeISO(zone).toPlainDate();
  let month = -1;
  while (date >= dayOf(month + 1).toString()) month += 1;
  while (date < dayOf(month).toString()) month -= 1;
  const last = dayOf(month + 1).subtract({ days: 1 });
  return { first: dayOf(month).toString(), last: last.toString() };
}
