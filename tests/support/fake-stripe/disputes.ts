import { ApiError, missing } from "./api-error.ts";
import { type Books, type Dispute, emit, newId } from "./books.ts";
import type { Params } from "./params.ts";
import { paymentOf } from "./refunds.ts";
import { moveDispute } from "./transactions.ts";

const WEEK = 7 * 24 * 60 * 60;

/** Opens a dispute: the customer's bank withdraws the money until it has decided. */
export function openDispute(books: Books, paymentId: string, amount?: number): Dispute {
  return open(books, paymentId, "needs_response", amount);
}

/** Opens an inquiry: the customer's bank asks and withdraws nothing. */
export function openInquiry(books: Books, paymentId: string, amount?: number): Dispute {
  return open(books, paymentId, "warning_needs_response", amount);
}

/** Turns an inquiry into a dispute: the bank withdraws the money. */
export function escalateInquiry(books: Books, id: string): Dispute {
  const dispute = disputeOf(books, id);
  dispute.status = "needs_response";
  moveDispute(books, dispute, "withdrawn");
  emit(books, "charge.dispute.funds_withdrawn", dispute);
  emit(books, "charge.dispute.updated", dispute);
  return dispute;
}

function open(books: Books, paymentId: string, status: Dispute["status"], amount?: number): Dispute {
  const intent = books.intents.get(paymentId);
  if (!intent?.latest_charge) throw new ApiError(400, { message: "Nothing was charged." });
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: amount ?? intent.amount,
    charge: intent.latest_charge,
    created: books.seconds(),
    currency: intent.currency,
    evidence_details: { due_by: books.seconds() + WEEK },
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: "product_not_received",
    status,
  };
  books.disputes.set(dispute.id, dispute);
  if (status === "needs_response") moveDispute(books, dispute, "withdrawn");
  emit(books, "charge.dispute.created", dispute);
  return dispute;
}

export function closeDispute(books: Books, id: string, status: "won" | "lost" | "warning_closed"): Dispute {
  const dispute = disputeOf(books, id);
  dispute.status = status;
  if (status === "won") moveDispute(books, dispute, "won");
  emit(books, "charge.dispute.closed", dispute);
  return dispute;
}

export function disputeOf(books: Books, id: string): Dispute {
  const dispute = books.disputes.get(id);
  if (!dispute) throw missing("dispute", id);
  return dispute;
}

/** Newest first, as Stripe lists them. */
export function listDisputes(books: Books, params: Params): Dispute[] {
  const intent = params.payment_intent || params.charge ? paymentOf(books, params) : null;
  return [...books.disputes.values()].filter((one) => !intent || one.payment_intent === intent.id).reverse();
}
