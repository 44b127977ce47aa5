import type { PreviewVisit } from "~/features/booking/checkout/plan-visits";
import { SEEN_BREAK } from "~/features/booking/phone/view";
import type { PlanStatus } from "~/features/plans/plan";
import type { Cents } from "~/lib/money";

/** Hours for which the office holds the visits of a plan whose customer pays by link. */
const HOLD_HOURS = 48;
/** Hours before the first visit at which that hold ends at the latest, so that the crew can get other work. */
const HOURS_BEFORE_VISIT = 12;
/** Hours that the customer has at least to read the email and pay. */
const LEAST_HOURS = 1;

/**
 * Until when the office holds a plan that is sold by phone now (decision 077): for 48 hours, but at most until 12 hours before
 * the first visit. Null if the customer would have less than an hour.
 */
export function phoneHoldExpiry(
  now: Temporal.Instant,
  firstVisit: Temporal.Instant,
): Temporal.Instant | null {
  const longest = now.add({ hours: HOLD_HOURS });
  const latest = firstVisit.subtract({ hours: HOURS_BEFORE_VISIT });
  const until = Temporal.Instant.compare(longest, latest) < 0 ? longest : latest;
  return Temporal.Instant.compare(until, now.add({ hours: LEAST_HOURS })) < 0 ? null : until;
}

/** Why a plan with such a first visit can't wait for a payment by link. */
export const TOO_SOON = `The first visit is too soon to wait for a payment by link: it must be at least ${HOURS_BEFORE_VISIT + LEAST_HOURS} hours away. Choose a later one.`;

/**
 * How far a plan sold by phone is: `waiting` for its payment, `paying` while money is on its way or is looked into, `begun`
 * once it was paid. `expired`: nobody paid in time, or the payment failed.
 */
export type SaleState = "waiting" | "paying" | "begun" | "withdrawn" | "expired";

type Sale = {
  status: PlanStatus;
  hold_expires_at: Temporal.Instant | null;
  withdrawn_at: Temporal.Instant | null;
  subscription_id: string | null;
};

export function saleState(
  { status, hold_expires_at, withdrawn_at, subscription_id }: Sale,
  now: Temporal.Instant,
): SaleState {
  if (status === "pending") {
    if (!hold_expires_at) return "paying";
    return Temporal.Instant.compare(now, hold_expires_at) < 0 ? "waiting" : "expired";
  }
  if (status !== "ended" || subscription_id) return "begun";
  return withdrawn_at ? "withdrawn" : "expired";
}

/** The line of a visit in a preview, as two previews are compared by: its own time and, if that is taken, the other one. */
export function visitLine({ visit, date, time, clash }: PreviewVisit): string {
  const other = clash?.proposal;
  const to = other ? ` > ${other.date} ${other.time}` : " > none";
  return `${visit} ${date} ${time}${clash ? to : ""}`;
}

/** A preview as text: staff save exactly what they saw. `amount`: of a month, in cents. */
export function previewText(visits: readonly PreviewVisit[], amount: Cents): string {
  return [...visits.map(visitLine), priceLine(amount)].join(SEEN_BREAK);
}

export function priceLine(amount: Cents): string {
  return `month ${amount}`;
}
