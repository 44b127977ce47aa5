import type { BookingStatus } from "./booking";
import { isLate, type Policy } from "./cancellation";

/** `pending`: the provider has not said yet how it ended. What failed or was cancelled can be tried again. */
export type RefundStatus = "pending" | "completed" | "failed" | "cancelled";

type Refunded = {
  status: BookingStatus;
  needs_attention: boolean;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** The day, in words; null when nothing was paid. */
  paid_on: string | null;
  refund: { percent: number; late: boolean };
  /** Its money is still on its way. */
  processing?: boolean;
  storm?: boolean;
  /** Its plan: nothing is paid for the visit alone. */
  plan_id?: string | null;
};

/** Why cancelling now gives back what it gives back. */
export function whyRefund(visit: Refunded, now: Temporal.Instant): string {
  const { status, needs_attention, policy, paid_on, refund } = visit;
  if (visit.plan_id) return "It is part of your plan.";
  if (visit.processing)
    return "Your payment is still on its way. Once it arrives, all of it goes back to you.";
  if (!paid_on) return "Nothing was paid for it, so there is nothing to pay back.";
  if (status === "pending" && needs_attention) {
    return "We could not keep the time that you paid for, so you get everything back.";
  }
  if (visit.storm) return "A storm keeps us from coming, so you get everything back.";
  if (!refund.late) return `It is ${policy.full_refund_hours} hours or more before the visit.`;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `It is less than ${hours} hours before the visit, so we keep ${keep}.`
    : `The visit was moved less than ${hours} hours before it was to start, so we keep ${keep}.`;
}

/** What one should know before moving a visit; null while moving it costs nothing later either. */
export function lateFeeNote(visit: Refunded, now: Temporal.Instant): string | null {
  if (visit.plan_id || !visit.refund.late || visit.refund.percent === 100) return null;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `It is less than ${hours} hours before the visit. Moving it is free; the late fee stays with it, though: if you cancel it afterwards, we keep ${keep}.`
    : `This visit was moved less than ${hours} hours before it was to start. You can move it again for free; if you cancel it, we keep ${keep}.`;
}

function lateRule({ policy, refund }: Pick<Refunded, "policy" | "refund">) {
  const kept = 100 - refund.percent;
  const keep = kept === 0 ? "nothing" : kept === 50 ? "half of the price" : `${kept} % of the price`;
  return { hours: policy.full_refund_hours, keep };
}
