import { DISPUTED } from "~/features/booking/cancellation";
import type { Cents } from "~/lib/money";

/** `left` is what staff saw that could be given back. */
export type RefundWish = { amount: Cents | null; reason: string; left: Cents };
type Asked = RefundWish & {
  /** Whether the customer disputes the payment, and the bank has not decided yet. */
  disputed?: boolean;
};

export type RefundDecision =
  | { ok: true; amount: Cents; reason: string }
  | { ok: false; field: "amount" | "reason"; message: string };

/** Whether so much can be given back of an order: at least a cent, and never more than is left. */
export function decideRefund(left: Cents, { amount, reason, left: seen, disputed }: Asked): RefundDecision {
  if (left === 0) return { ok: false, field: "amount", message: "There's nothing left to refund." };
  if (disputed) return { ok: false, field: "amount", message: DISPUTED };
  if (seen !== left) {
    const message = "The refundable amount has changed. Please check it again.";
    return { ok: false, field: "amount", message };
  }
  if (amount === null || amount < 1) {
    return { ok: false, field: "amount", message: "Enter an amount, like 79.50." };
  }
  if (amount > left) {
    return { ok: false, field: "amount", message: "That's more than what's left of the payment." };
  }
  return reason ? { ok: true, amount, reason } : { ok: false, field: "reason", message: "Enter a reason." };
}
