import type { BookingStatus } from "~/features/booking/booking";
import type { Cents } from "~/lib/money";

/** What a cancellation costs, as it was when the visit was booked. */
export type Policy = { full_refund_hours: number; late_fee_percent: number };

export type Cancellable = {
  status: BookingStatus;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** It was moved when it was late already: the fee of that moment stays. */
  late_fee_applies: boolean;
  /** What the order brought in, tax included, and what went back of it earlier. */
  paid: Cents;
  refunded?: Cents;
  /** Staff must look at it: a pending one was paid without a slot, or with another amount. */
  needs_attention?: boolean;
  /** A storm day asks its customer what to do: no change costs anything, also once it should have begun. */
  storm?: boolean;
  /** Its customer disputes the payment at the bank, which has not decided yet. */
  disputed?: boolean;
};

/** Why nothing goes back, for staff. */
export const DISPUTED =
  "The customer disputes this payment. It can't be refunded until the bank has decided.";

/** `percent` of what was paid goes back: `refund`. */
export type Cancellation =
  | { ok: true; refund: Cents; percent: number; late: boolean }
  | { ok: false; message: string };

/**
 * Whether a visit can be cancelled now, and what goes back. In time, or paid without a slot: everything. Late: what the
 * fee leaves, to the cent, half a cent counting for the customer. The fee is a share of what was paid; what went back earlier,
 * through staff or the provider, counts towards what the customer is due. Never negative, never more than is left of what
 * was paid. A storm makes no visit late.
 */
export function decideCancellation(visit: Cancellable, now: Temporal.Instant): Cancellation {
  const { status, starts_at, policy, paid, refunded = 0, needs_attention = false, storm = false } = visit;
  if (status === "cancelled") return refuse("This visit has been cancelled.");
  if (status === "completed") return refuse("This visit is over.");
  const withoutSlot = status === "pending" && needs_attention;
  if (withoutSlot && paid === 0) return refuse("We are looking into your payment. Please call us.");
  if (!withoutSlot && !storm && hasBegun(starts_at, now)) return refuse("This visit has already started.");
  const late = !withoutSlot && !storm && (visit.late_fee_applies || isLate({ starts_at, policy }, now));
  const percent = late ? Math.min(100, Math.max(0, 100 - policy.late_fee_percent)) : 100;
  const refund = Math.max(0, Math.round((paid * percent) / 100) - refunded);
  if (visit.disputed && refund > 0) {
    return refuse("Your bank is looking into this payment, so we can't refund it right now. Please call us.");
  }
  return { ok: true, refund, percent, late };
}

/** Whether it is too late for a full refund. Exactly `full_refund_hours` before the start is in time. */
export function isLate(visit: Pick<Cancellable, "starts_at" | "policy">, now: Temporal.Instant): boolean {
  const lastMoment = visit.starts_at.subtract({ minutes: Math.round(visit.policy.full_refund_hours * 60) });
  return Temporal.Instant.compare(now, lastMoment) > 0;
}

export function hasBegun(startsAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(startsAt, now) <= 0;
}

function refuse(message: string): Cancellation {
  return { ok: false, message };
}
