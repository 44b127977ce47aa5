import type { BookingStatus } from "~/features/booking/booking";
import { isLate, type Policy } from "./cancellation";
import type { PaidFlag } from "./paid-flag";
import { whyAllGoesBack } from "./paid-flag-words";

/** `pending`: the provider has not said yet how it ended. What failed or was cancelled can be tried again. */
export type RefundStatus = "pending" | "completed" | "failed" | "cancelled";

type Refunded = {
  status: BookingStatus;
  /** What staff must look into; null when nothing. */
  flag: PaidFlag | null;
  starts_at: Temporal.Instant;
  policy: Policy;
  /** The day, in words; null when nothing was paid. */
  paid_on: string | null;
  /** What came instead of the price, in words. */
  paid_otherwise?: string | null;
  refund: { percent: number; late: boolean };
  /** Its money is still on its way. */
  processing?: boolean;
  storm?: boolean;
  /** Its plan: nothing is paid for the visit alone. */
  plan_id?: string | null;
};

/** Why cancelling now gives back what it gives back. */
export function whyRefund(visit: Refunded, now: Temporal.Instant): string {
  const { status, flag, policy, paid_on, paid_otherwise, refund } = visit;
  if (visit.plan_id) return "This visit is part of your plan.";
  if (visit.processing)
    return "Your payment is still processing. Once it goes through, we’ll refund all of it.";
  if (!paid_on && !paid_otherwise) return "You haven’t paid for this visit, so there’s nothing to refund.";
  if (status === "pending" && flag) return whyAllGoesBack(flag);
  if (visit.storm) return "We can’t come because of a storm, so you’ll get a full refund.";
  if (!refund.late) return `Your visit is ${policy.full_refund_hours} hours or more away.`;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `Your visit is less than ${hours} hours away, so we keep ${keep}.`
    : `This visit was rescheduled less than ${hours} hours before its start, so we keep ${keep}.`;
}

/** What one should know before moving a visit; null while moving it costs nothing later either. */
export function lateFeeNote(visit: Refunded, now: Temporal.Instant): string | null {
  if (visit.plan_id || !visit.refund.late || visit.refund.percent === 100) return null;
  const { hours, keep } = lateRule(visit);
  return isLate(visit, now)
    ? `Your visit is less than ${hours} hours away. Rescheduling is free, but the late fee still applies: if you cancel later, we keep ${keep}.`
    : `This visit was rescheduled less than ${hours} hours before its start. You can reschedule it again for free, but if you cancel it, we keep ${keep}.`;
}

function lateRule({ policy, refund }: Pick<Refunded, "policy" | "refund">) {
  const kept = 100 - refund.percent;
  const keep = kept === 0 ? "nothing" : kept === 50 ? "half the price" : `${kept}% of the price`;
  return { hours: policy.full_refund_hours, keep };
}
