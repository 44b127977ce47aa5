import type { Refused } from "~/features/plans/change/changes";
import type { PlanStatus } from "~/features/plans/plan";
import type { Cents } from "~/lib/money";

/** What is known of the money that came for a plan, when it is not what was asked for. */
export type PaidOtherwise = {
  status: PlanStatus;
  /** What came; null when nothing is known to have come, or in another currency. */
  paid: Cents | null;
  refunded: Cents;
  disputed: boolean;
};

/** Whether staff can take it as the first month, or give it back; `seen` is what they saw that could go back. */
export function whyNotDecided(
  { status, paid, refunded, disputed }: PaidOtherwise,
  { start, seen }: { start: boolean; seen: Cents },
): Refused | null {
  const refuse = (message: string) => ({ ok: false, message }) as const;
  if (status !== "pending" || paid === null) return refuse("This plan no longer needs your decision.");
  if (paid - refunded !== seen) {
    return refuse("The paid or refunded amount has changed. Please check it again.");
  }
  if (disputed) return refuse("The customer disputed this payment. Respond to the bank first.");
  if (start && refunded > 0)
    return refuse("Part of it has already been refunded. Refund the rest and end the plan.");
  return !start && seen === 0 ? refuse("There's nothing left to refund.") : null;
}
