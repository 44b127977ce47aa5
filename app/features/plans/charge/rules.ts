import type { Refused } from "~/features/plans/change/rules";
import type { PlanStatus } from "~/features/plans/plan";
import { formatDate } from "~/lib/dates";
import type { Cents } from "~/lib/money";

/** For staff: a month with visits was not charged. `day`: its first date. */
export function unchargedOn(day: string): string {
  return `Nothing was charged on ${formatDate(day)} for a month with visits. Charge it another way, or cancel them.`;
}

export function isCalledUncharged(needs_attention: string | null, day: string): boolean {
  return day !== "" && (needs_attention ?? "").split("\n").includes(unchargedOn(day));
}

/** The reasons for attention without the uncharged months whose visits are gone; null if none are left. */
export function withoutUncharged(needs_attention: string | null, gone: readonly string[]): string | null {
  const settled = new Set(gone.map(unchargedOn));
  const left = (needs_attention ?? "").split("\n").filter((line) => line !== "" && !settled.has(line));
  return left.length > 0 ? left.join("\n") : null;
}

/** A payment for a plan that differs from its price. */
export type PaidOtherwise = {
  status: PlanStatus;
  /** In cents; null if nothing is known to have arrived, or in another currency. */
  paid: Cents | null;
  refunded: Cents;
  disputed: boolean;
};

/** Why staff can't accept or refund the payment; null if they can. `seen`: the refundable amount that they saw. */
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
