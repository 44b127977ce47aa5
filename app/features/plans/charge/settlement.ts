import { PAID_BESIDE_OWED, type Money as Paid } from "~/features/payments/orders/rules";
import type { PlanStatus } from "~/features/plans/plan";
import type { Cents } from "~/lib/money";

export type Settlement = {
  order: {
    status: "pending" | "completed" | "failed";
    amount: Cents;
    currency: string;
    paid_amount?: Cents | null;
    /** Whether its customer knows that the money is on its way. */
    processing?: boolean;
  };
  plan: {
    status: PlanStatus;
    needs_attention: string | null;
    erased: boolean;
    /** Of one that was given up: how far the money is of what stands for its draft now; null when nothing does. */
    instead?: Paid | null;
  };
  session: { status: "open" | "processing" | "paid" | "failed" | "expired"; amount: Cents; currency: string };
};

export type SettlementDecision =
  | { do: "nothing" }
  /** The money takes days to come: visits that are still held are kept without a time limit. */
  | { do: "wait" }
  /** Paid: the plan begins, with its visits held, or laid out again when they had been given back. */
  | { do: "start" }
  /** Paid, but its draft has become something else that is paid for: given back in full, and nothing begins. */
  | { do: "give back twice" }
  /** Unpaid for good: all its visits are given back. */
  | { do: "release" }
  /** Staff must look. `settled`: what was asked for was paid. */
  | { do: "flag"; reason: string; settled: boolean };

/** What a checkout's state means for its plan. Safe to ask again and again, in any order of events. */
export function decideSettlement({ order, plan, session }: Settlement): SettlementDecision {
  if (session.status === "open" || order.status === "completed") return { do: "nothing" };
  if (session.status === "processing") return { do: "wait" };
  if (session.status === "expired" || session.status === "failed") {
    const isOver = order.status === "failed" && !order.processing;
    return isOver || plan.needs_attention ? { do: "nothing" } : { do: "release" };
  }
  if (session.amount !== order.amount || session.currency.toUpperCase() !== order.currency.toUpperCase()) {
    if (order.paid_amount === session.amount) return { do: "nothing" };
    const reason = formatDiffers(session, order);
    return plan.needs_attention?.includes(reason)
      ? { do: "nothing" }
      : { do: "flag", reason, settled: false };
  }
  if (plan.erased) {
    return { do: "flag", reason: "Paid after the customer deleted their account. Refund it.", settled: true };
  }
  if (plan.status === "ended" && plan.instead === "here") return { do: "give back twice" };
  if (plan.status === "ended" && plan.instead === "owed") {
    return { do: "flag", reason: PAID_BESIDE_OWED, settled: true };
  }
  return { do: "start" };
}

type Money = { amount: Cents; currency: string };

/** Why staff must look at a plan that was paid with something else than was asked for. */
export function formatDiffers(paid: Money, asked: Money): string {
  return `Paid ${formatMoney(paid)} instead of ${formatMoney(asked)}.`;
}

export function formatMoney({ amount, currency }: Money): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}
