import type { Refused } from "~/features/plans/change/rules";
import type { PlanStatus } from "~/features/plans/plan";
import { formatDate } from "~/lib/dates";
import type { Cents } from "~/lib/money";

/** What staff are told of a month that has begun with visits and was never charged; `day` is its first. */
export function unchargedOn(day: string): string {
  return `Nothing was charged on ${formatDate(day)} for a month with visits. Charge it another way, or cancel them.`;
}

/** Whether staff are asked about the month that began on this day, as one that was never charged; an empty day is none. */
export function isCalledUncharged(needs_attention: string | null, day: string): boolean {
  return day !== "" && (needs_attention ?? "").split("\n").includes(unchargedOn(day));
}

/** What staff still have to look at once the visits of some months have gone: such a month needs no charge any more. */
export function withoutUncharged(needs_attention: string | null, gone: readonly string[]): string | null {
  const settled = new Set(gone.map(unchargedOn));
  const left = (needs_attention ?? "").split("\n").filter((line) => line !== "" && !settled.has(line));
  return left.length > 0 ? left.join("\n") : null;
}

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
