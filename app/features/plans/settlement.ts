import type { Cents } from "~/lib/money";
import type { PlanStatus } from "./plan";

export type Settlement = {
  order: {
    status: "pending" | "completed" | "failed";
    amount: Cents;
    currency: string;
    paid_amount?: Cents | null;
  };
  plan: { status: PlanStatus; needs_attention: string | null; erased: boolean };
  session: { status: "open" | "processing" | "paid" | "failed" | "expired"; amount: Cents; currency: string };
};

export type SettlementDecision =
  | { do: "nothing" }
  /** The money takes days to come: the visits are kept without a time limit. */
  | { do: "wait" }
  /** Paid: the plan begins, with its visits held, or laid out again when they had been given back. */
  | { do: "start" }
  /** Unpaid for good: all its visits are given back. */
  | { do: "release" }
  /** Staff must look. `settled`: what was asked for was paid. */
  | { do: "flag"; reason: string; settled: boolean };

/** What a checkout's state means for its plan. Safe to ask again and again, in any order of events. */
export function decideSettlement({ order, plan, session }: Settlement): SettlementDecision {
  if (session.status === "open" || order.status === "completed") return { do: "nothing" };
  if (session.status === "processing") return plan.status === "pending" ? { do: "wait" } : { do: "nothing" };
  if (session.status === "expired" || session.status === "failed") {
    return order.status === "failed" || plan.needs_attention ? { do: "nothing" } : { do: "release" };
  }
  if (session.amount !== order.amount || session.currency.toUpperCase() !== order.currency.toUpperCase()) {
    if (order.paid_amount === session.amount) return { do: "nothing" };
    const reason = `Paid ${inWords(session)} instead of ${inWords(order)}.`;
    return plan.needs_attention === reason ? { do: "nothing" } : { do: "flag", reason, settled: false };
  }
  if (plan.erased) {
    return { do: "flag", reason: "Paid after its customer deleted the account. Refund it.", settled: true };
  }
  return { do: "start" };
}

export function inWords({ amount, currency }: { amount: Cents; currency: string }): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
