import type { BookingStatus } from "~/features/booking/booking";
import type { Cents } from "~/lib/money";
import { type Cancellable, DISPUTED, decideCancellation } from "./cancellation";

/** How much of a payment staff give back: what the policy says, all that is left, nothing, or another amount. */
export const REFUND_CHOICES = ["policy", "all", "none", "amount"] as const;
type RefundChoice = (typeof REFUND_CHOICES)[number];

/** `amount` counts for that choice only; `left` is what staff saw that could be given back. */
export type StaffWish = { choice: RefundChoice; amount: Cents | null; reason: string; left: Cents };

export type StaffCancellation =
  | { ok: true; refund: Cents; reason: string }
  | {
      ok: false;
      reason: "not cancellable" | "changed" | "invalid";
      field?: "amount" | "reason";
      message: string;
    };

/** What of a payment can still go back. */
export function leftOf({ paid, refunded = 0 }: { paid: Cents; refunded?: Cents }): Cents {
  return Math.max(0, paid - refunded);
}

/** What the policy gives back; null when it says nothing, because the visit has begun or is over. */
export function policyRefund(visit: Cancellable, now: Temporal.Instant): Cents | null {
  const decision = decideCancellation({ ...visit, disputed: false }, now);
  return decision.ok ? decision.refund : null;
}

/** Whether staff can cancel a visit this way, and what goes back: never more than is left. */
export function decideStaffCancellation(
  visit: Cancellable & { status: BookingStatus },
  wish: StaffWish,
  now: Temporal.Instant,
): StaffCancellation {
  if (visit.status === "cancelled") {
    return { ok: false, reason: "not cancellable", message: "This visit has been cancelled." };
  }
  const left = leftOf(visit);
  if (wish.left !== left) {
    const message = "The refundable amount has changed. Please check it again.";
    return { ok: false, reason: "changed", message };
  }
  const words = wish.reason || "Cancelled by the office";
  if (visit.disputed && left > 0 && wish.choice !== "none") {
    return { ok: false, reason: "not cancellable", message: DISPUTED };
  }
  switch (wish.choice) {
    case "none":
      return { ok: true, refund: 0, reason: words };
    case "all":
      return { ok: true, refund: left, reason: words };
    case "policy": {
      const refund = policyRefund(visit, now);
      if (refund !== null) return { ok: true, refund, reason: words };
      return invalid(
        "amount",
        "The cancellation policy doesn't cover a visit that has started. Choose another amount.",
      );
    }
    case "amount":
      return anotherAmount(wish, left);
  }
}

function anotherAmount({ amount, reason }: StaffWish, left: Cents): StaffCancellation {
  if (amount === null || amount < 1) return invalid("amount", "Enter an amount, like 79.50.");
  if (amount > left) return invalid("amount", "That's more than what's left of the payment.");
  if (!reason) return invalid("reason", "Enter a reason for this amount.");
  return { ok: true, refund: amount, reason };
}

function invalid(field: "amount" | "reason", message: string): StaffCancellation {
  return { ok: false, reason: "invalid", field, message };
}
