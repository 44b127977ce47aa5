import type { Stripe } from "stripe";
import type { KnownRefund, Refund } from "~/platform/payment-gateway";
import { idOf } from "./ids";

/** A refund as the application sees it; what it doesn't know of yet is still under way. */
export function toRefund({ id, status, failure_reason }: Stripe.Refund): Refund {
  if (status === "succeeded") return { status: "completed", id };
  if (status === "failed") return { status, id, reason: `Stripe: ${formatReason(failure_reason)}.` };
  if (status === "canceled") return { status: "cancelled", id, reason: "It was cancelled at Stripe." };
  return { status: "pending", id };
}

export function toKnownRefund(refund: Stripe.Refund): KnownRefund {
  return {
    refund: toRefund(refund),
    key: refund.metadata?.key ?? null,
    payment_id: idOf(refund.payment_intent) ?? idOf(refund.charge) ?? "",
    amount: refund.amount,
  };
}

/** "lost_or_stolen_card" as one reads it. */
function formatReason(reason: string | undefined): string {
  return reason ? reason.replaceAll("_", " ") : "the refund failed";
}
