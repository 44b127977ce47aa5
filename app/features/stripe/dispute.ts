import type { Stripe } from "stripe";
import type { Dispute } from "~/platform/payment-gateway";
import { idOf } from "./ids";
import { instantOf } from "./seconds";

const ENDS: Record<string, Dispute["status"]> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
};

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    payment_id: idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? "",
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status: ENDS[dispute.status] ?? "open",
    reason: dispute.reason.replaceAll("_", " "),
    evidence_due_at: due === null ? null : instantOf(due),
    opened_at: instantOf(dispute.created),
  };
}
