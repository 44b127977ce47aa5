import type { Cents } from "~/lib/money";
import type { Refused } from "./changes";
import type { PlanStatus } from "./plan";

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
  if (status !== "pending" || paid === null)
    return refuse("This plan does not wait for your decision any more.");
  if (paid - refunded !== seen) {
    return refuse("What was paid, or given back of it, has changed meanwhile. Please look again.");
  }
  if (disputed) return refuse("The customer disputes this payment. Answer the bank first.");
  if (start && refunded > 0)
    return refuse("A part was given back already. Give the rest back and end the plan.");
  return !start && seen === 0 ? refuse("Nothing is left to give back.") : null;
}
