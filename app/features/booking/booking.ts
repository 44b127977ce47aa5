// Rooms: a booking is of a service (catalog) at a time (scheduling) under a fee policy (operations).
import type { PlanMove } from "~/features/booking/checkout/draft";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { minimumCharge, type Price } from "~/features/catalog/pricing";
import { frequenciesOf, isMonthly, needsEstimate, type Service } from "~/features/catalog/service";
import type { FrozenFees } from "~/features/operations/settings/fee-policy";
import {
  type CompanyHours,
  formatLead,
  isTooLate,
  lastBookableDate,
  MOST_DAYS_AHEAD,
  whyNotOpen,
} from "~/features/scheduling/availability/opening-hours";
import {
  type Closure,
  lastFirstVisit,
  localVisit,
  type Range,
  type SlotTime,
  slotRange,
  startTimesOf,
} from "~/features/scheduling/availability/slots";
import { formatDate, isCalendarDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { orList } from "~/lib/text";
import {
  type CheckedInputs,
  checkInputs,
  type Known,
  type RequestRefusal,
  refuse,
  refuseDetail,
} from "./rules";

export type BookingStatus = "pending" | "confirmed" | "completed" | "cancelled";

/** Minutes for which a slot is held while its customer pays. */
const HOLD_MINUTES = 30;

/** What a cancellation or a no-show of a booking costs; each booking keeps the policy of its day (spec section 9). */
export type Policy = FrozenFees;

export function holdExpiry(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}

type Hold = { status: BookingStatus; hold_expires_at: Temporal.Instant | null };

/** Whether a booking is a hold that has not expired. */
export function isHeld({ status, hold_expires_at }: Hold, now: Temporal.Instant): boolean {
  return (
    status === "pending" && hold_expires_at !== null && Temporal.Instant.compare(now, hold_expires_at) < 0
  );
}

/**
 * `today` is the company's day of `now`; `zone` its IANA time zone. `override`: staff set aside the opening hours, the time
 * needed before a visit, and closures.
 */
export type Calendar = {
  today: string;
  now: Temporal.Instant;
  zone: string;
  hours: CompanyHours;
  closures?: readonly Closure[];
  override?: boolean;
};

/** The refusal for a service that is unknown or inactive. */
export const NOT_OFFERED = refuse(
  404,
  "serviceId",
  "This service isn't available. Choose one from the list.",
);

type Start = { ok: true; slot: SlotTime };

/** What can be booked, crews aside; an input that does not apply to the service is null. */
export type CheckedRequest = Start & CheckedInputs & { service: Service };

/** Whether a well-formed request can be booked, crews aside. */
export function checkRequest(
  service: Service,
  request: CreatePayment,
  calendar: Calendar,
  known: Known = { frequency: null, first_visit: false },
): CheckedRequest | RequestRefusal {
  if (!service.is_active) return NOT_OFFERED;
  const refusal = refuseService(service, request);
  if (refusal) return refusal;
  const inputs = checkInputs(service, request.bookingDetails, known);
  if (!inputs.ok) return inputs;
  const { minutes } = inputs;
  const startTimes = startTimesOf(service.start_times);
  const start = checkStart({ ...request.bookingDetails, minutes, startTimes }, calendar);
  if (!start.ok) return start;
  return { ...start, ...inputs, service };
}

function refuseService(service: Service, { serviceType }: CreatePayment): RequestRefusal | null {
  const { title, service_type } = service;
  if (service_type !== serviceType) {
    return refuse(
      422,
      "serviceType",
      `Service type must be ${service_type}: ${title} is a ${service_type} service.`,
    );
  }
  return needsEstimate(service)
    ? refuse(422, "serviceId", `${title} needs an estimate. Please contact us.`)
    : null;
}

/** Refuses a frequency that is not sold, and a monthly service or moves without one. A request with a frequency is a plan. */
export function refuseFrequency(service: Service, { bookingDetails }: CreatePayment): RequestRefusal | null {
  const { frequency, moves } = bookingDetails;
  const frequencies = frequenciesOf(service);
  if (!isMonthly(service) && (!frequency || frequencies.length === 0)) {
    const given = frequency ? "frequency" : moves && "moves";
    const label = frequency ? "Frequency doesn't" : "Moves don't";
    return given
      ? refuseDetail(
          422,
          given,
          `${label} apply to ${service.title}; leave ${frequency ? "it" : "them"} out.`,
        )
      : null;
  }
  const offered = orList(frequencies);
  if (!frequency) return refuseDetail(422, "frequency", `Frequency is required: ${offered}.`);
  return frequencies.includes(frequency)
    ? refuseMoves(service, moves)
    : refuseDetail(422, "frequency", `Frequency must be ${offered}.`);
}

/** Refuses a visit of a plan that is moved to a time at which visits of the service don't start. */
function refuseMoves(service: Service, moves: readonly PlanMove[] = []): RequestRefusal | null {
  const startTimes = startTimesOf(service.start_times);
  const wrong = moves.findIndex(({ time }) => time !== null && !startTimes.includes(time));
  return wrong === -1
    ? null
    : refuseDetail(422, `moves.${wrong}.time`, `Time must be one of ${orList(startTimes)}.`);
}

/** Refuses a charge below the provider's minimum; the price may be older than the editor's check. */
export function refuseLittle({ charge }: Pick<Price, "charge">, currency: string): RequestRefusal | null {
  const least = minimumCharge(currency);
  if (charge >= least) return null;
  const message = `A card can't be charged less than ${formatCents(least, currency)}. Please contact us to book this.`;
  return refuse(422, "serviceId", message);
}

/** Refuses a plan whose first visit is after the first charged month. */
export function refuseFirstVisit(date: string, today: string): RequestRefusal | null {
  const last = lastFirstVisit(today);
  if (date <= last) return null;
  const message = `Choose a first visit up to ${formatDate(last)}: today's charge covers the visits until then.`;
  return refuseDetail(422, "date", message);
}

/** A visit of `minutes`, and when visits of its service start. */
type WishedStart = { date: string; time: string; minutes: number; startTimes: readonly SlotTime[] };

/** Whether a visit can be then; crews are not looked at. */
export function checkStart(wish: WishedStart, calendar: Calendar): Start | RequestRefusal {
  const { date, time, startTimes } = wish;
  const { today, now, zone, hours, override = false } = calendar;
  const last = lastBookableDate(today, override ? { days_ahead: MOST_DAYS_AHEAD } : hours);
  if (!isCalendarDate(date))
    return refuseDetail(422, "date", "Date must be a real day written as yyyy-MM-dd.");
  if (date < today) return refuseDetail(422, "date", "Date is in the past. Choose today or a later day.");
  if (date > last)
    return refuseDetail(422, "date", `Date is too far ahead. Choose a day up to ${formatDate(last)}.`);
  const slot = startTimes.find((start) => start === time);
  if (!slot) return refuseDetail(422, "time", `Time must be one of ${orList(startTimes)}.`);
  const range = slotRange(date, slot, wish.minutes, zone);
  if (Temporal.Instant.compare(range.start, now) <= 0) {
    return refuseDetail(422, "time", `Time has passed: it's already past ${time} today. Choose a later one.`);
  }
  return (override ? null : refuseHours(date, slot, range, calendar)) ?? { ok: true, slot };
}

function refuseHours(
  date: string,
  time: SlotTime,
  range: Range,
  { now, zone, hours, closures = [] }: Calendar,
): RequestRefusal | null {
  const closed = closures.find((closure) => closure.date === date && (closure.time ?? time) === time);
  if (closed?.time === null)
    return refuseDetail(409, "date", `Date is closed: ${formatDate(date)}. Choose another day.`);
  if (closed)
    return refuseDetail(409, "time", `Time is closed: ${time} on ${formatDate(date)}. Choose another one.`);
  const outside = whyNotOpen(localVisit(date, time, range, zone), hours);
  if (outside) return refuseDetail(409, outside.field, outside.message);
  return isTooLate(range.start, now, hours)
    ? refuseDetail(
        409,
        "time",
        `Please book at least ${formatLead(hours.lead_hours)} ahead. Choose a later time.`,
      )
    : null;
}

/** The street of a booking whose customer's account was deleted; nobody can book without one. */
export const ERASED_STREET = "";

/** Whether a booking's personal data is gone, because its customer's account was deleted. */
export function isErased({ address_line1 }: { address_line1: string }): boolean {
  return address_line1 === ERASED_STREET;
}

/** Whether it is too late for a full refund. Exactly `full_refund_hours` before the start is in time. */
export function isLate(
  visit: { starts_at: Temporal.Instant; policy: Policy },
  now: Temporal.Instant,
): boolean {
  const lastMoment = visit.starts_at.subtract({ minutes: Math.round(visit.policy.full_refund_hours * 60) });
  return Temporal.Instant.compare(now, lastMoment) > 0;
}

export function hasBegun(startsAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(startsAt, now) <= 0;
}
