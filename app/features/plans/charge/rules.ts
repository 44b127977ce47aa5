import type { Frequency } from "~/features/catalog/frequency";
import { type At, dayOf, paidUntilOf, type Refused } from "~/features/plans/change/rules";
import type { PlanStatus } from "~/features/plans/plan";
import { formatDate } from "~/lib/dates";
import type { Cents } from "~/lib/money";
import type { Invoice } from "~/platform/outside/payment-gateway";

/** A failed charge that can still be paid. */
export function isFailed({ status, tries }: Pick<Invoice, "status" | "tries">): boolean {
  return status === "open" && tries > 0;
}

/**
 * The charge that a plan owes, of charges sorted oldest first: the first failed one after the last paid one. The provider's
 * own month may be later, and is not paid either.
 */
export function owedCharge<Charge extends Pick<Invoice, "status" | "tries">>(
  charges: readonly Charge[],
): Charge | null {
  const paid = charges.findLastIndex(({ status }) => status === "paid");
  return charges.slice(paid + 1).find(isFailed) ?? null;
}

/**
 * The first date that is not paid, in company time, when the provider ended a plan: by the plan, or by a later paid charge
 * that the plan has not followed. Charges are sorted oldest first.
 */
export function paidUntilThere(
  plan: Parameters<typeof paidUntilOf>[0],
  charges: readonly Pick<Invoice, "status" | "period_end">[],
  at: Pick<At, "zone">,
): string {
  const paid = charges.findLast(({ status }) => status === "paid");
  const [known, there] = [paidUntilOf(plan, at), paid ? dayOf(paid.period_end, at) : ""];
  return there > known ? there : known;
}

/** A visit of a charged month. `own`: the day it was planned for. `released`: the program took it away, nobody cancelled it. */
export type VisitOfMonth = { own: string; state: "kept" | "cancelled" | "released" };

/**
 * The own days of visits that a charged month should have, sorted; "all" if none is left. A skip that is over is no longer on
 * the plan, so only the visits tell. A visit that was skipped alone, or is after the plan's last day, isn't missed. A monthly
 * plan may have no visit in a charged month.
 */
export function missingIn(
  { frequency, ends_on }: { frequency: Frequency; ends_on: string | null },
  visits: readonly VisitOfMonth[],
): string[] | "all" {
  const released = visits.filter(({ state }) => state === "released");
  if (released.length === visits.length && (frequency !== "monthly" || visits.length > 0)) return "all";
  return released.map(({ own }) => own).filter((own) => ends_on === null || own <= ends_on);
}

/** The share of one of a month's visits in its price, in cents: the shares of all of them add up to it. 0 if there is no such visit. */
export function shareOf(price: Cents, visits: number, index: number): Cents {
  if (index < 0 || index >= visits) return 0;
  const until = (count: number) => Math.round((price * count) / visits);
  return until(index + 1) - until(index);
}

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
