import type { RefundStatus } from "~/features/booking/cancellation";

type Known = { status: RefundStatus; provider_refund_id: string | null };
type Told = { status: RefundStatus; id: string | null };

/**
 * What becomes of a refund when its provider says this; null when it is no news. What was paid back can still fail, what
 * has failed or was cancelled is over (a new try has an id of its own), and what was handed back otherwise is none of the
 * provider's.
 */
export function nextOfRefund(known: Known, told: Told): RefundStatus | null {
  if (known.status === "failed" || known.status === "cancelled") return null;
  const another =
    known.provider_refund_id !== null && told.id !== null && known.provider_refund_id !== told.id;
  if (another) return null;
  if (known.status === "pending") {
    const heard = told.status === "pending" && known.provider_refund_id !== null;
    return heard ? null : told.status;
  }
  if (known.provider_refund_id === null) return null;
  return told.status === "failed" || told.status === "cancelled" ? told.status : null;
}

/** Whether its customer must hear of a refund by a mail of its own: a cancellation tells of the one that belongs to it. */
export function isNewsToCustomer(key: string): boolean {
  return !key.startsWith("refund:") || key.includes(":again-");
}

/** The job that tells the customer of a refund: of a charge of a plan, or of a visit. */
export function refundMail({ plan_id }: { plan_id: string | null }): string {
  return plan_id ? "plan-refund-mail" : "refund-mail";
}
