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

/** The bank only asks: https://docs.stripe.com/disputes/how-disputes-work#inquiries */
const INQUIRIES: readonly string[] = ["warning_needs_response", "warning_under_review", "warning_closed"];

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    payment_id: idOf(dispute.payment_intent) ?? idOf(dispute.charge) ?? "",
    amount: dispute.amount,
    currency: dispute.currency.toUpperCase(),
    status: ENDS[dispute.status] ?? "open",
    withdrawn: !INQUIRIES.includes(dispute.status),
    reason: dispute.reason.replaceAll("_", " "),
    evidence_due_at: due === null ? null : instantOf(due),
    opened_at: instantOf(dispute.created),
  };
}
