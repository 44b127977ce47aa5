import { ApiError, missing } from "./api-error.ts";
import { type Books, emit, type Intent, newId, type Refund } from "./books.ts";
import type { Params } from "./params.ts";
import { moveFailedRefund, moveRefund } from "./transactions.ts";

/** Refunds at most what is left of the payment. */
export function createRefund(books: Books, params: Params): Refund {
  const intent = paymentOf(books, params);
  if (intent.status !== "succeeded") {
    throw new ApiError(400, { message: "This PaymentIntent does not have a successful charge to refund." });
  }
  const isDisputed = [...books.disputes.values()].some(
    ({ payment_intent, status }) => payment_intent === intent.id && status === "needs_response",
  );
  if (isDisputed) {
    const message = `Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`;
    throw new ApiError(400, { code: "charge_disputed", message });
  }
  const left = intent.amount - refundedOf(books, intent.id);
  const amount = params.amount ?? left;
  if (left <= 0) {
    const message = `Charge ${intent.latest_charge} has already been refunded.`;
    throw new ApiError(400, { code: "charge_already_refunded", message });
  }
  if (!(amount > 0)) throw new ApiError(400, { message: "Invalid positive integer", param: "amount" });
  if (amount > left) {
    const message = `Refund amount (${inDollars(amount)}) is greater than unrefunded amount on charge (${inDollars(left)})`;
    throw new ApiError(400, { message, param: "amount" });
  }
  const status = books.refundsBegin;
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: intent.latest_charge,
    created: books.seconds(),
    currency: intent.currency,
    failure_reason: status === "failed" ? "expired_or_canceled_card" : undefined,
    metadata: params.metadata ?? {},
    payment_intent: intent.id,
    pending_reason: status === "pending" ? "processing" : undefined,
    reason: params.reason ?? null,
    status,
  };
  books.refunds.set(refund.id, refund);
  moveRefund(books, refund);
  if (status === "failed") moveFailedRefund(books, refund);
  emit(books, "refund.created", refund);
  emit(books, "charge.refunded", chargeOf(books, intent));
  if (status === "failed") emit(books, "refund.failed", refund);
  return refund;
}

export function updateRefund(books: Books, id: string, { metadata = {} }: Params): Refund {
  const refund = refundOf(books, id);
  return Object.assign(refund, { metadata: { ...refund.metadata, ...metadata } });
}

/** Ends a pending refund. */
export function settleRefund(books: Books, id: string, status: "succeeded" | "failed" | "canceled"): Refund {
  const refund = refundOf(books, id);
  refund.status = status;
  if (status !== "succeeded") moveFailedRefund(books, refund);
  if (status === "failed") refund.failure_reason = "lost_or_stolen_card";
  emit(books, "refund.updated", refund);
  if (status === "failed") emit(books, "refund.failed", refund);
  return refund;
}

export function refundOf(books: Books, id: string): Refund {
  const refund = books.refunds.get(id);
  if (!refund) throw missing("refund", id);
  return refund;
}

/** Newest first, as Stripe lists them. */
export function listRefunds(books: Books, params: Params): Refund[] {
  if (params.payment_intent || params.charge) paymentOf(books, params);
  return [...books.refunds.values()]
    .filter((one) => !params.payment_intent || one.payment_intent === params.payment_intent)
    .filter((one) => !params.charge || one.charge === params.charge)
    .reverse();
}

export function paymentOf(books: Books, { payment_intent, charge }: Params): Intent {
  if (payment_intent) {
    const intent = books.intents.get(payment_intent);
    if (!intent) throw missing("payment_intent", payment_intent, "payment_intent");
    return intent;
  }
  const intent = [...books.intents.values()].find((one) => one.latest_charge === charge);
  if (!intent || !charge) throw missing("charge", String(charge), "charge");
  return intent;
}

/** The amount that has been refunded or is pending. */
function refundedOf(books: Books, intentId: string): number {
  return [...books.refunds.values()]
    .filter(({ payment_intent, status }) => payment_intent === intentId && !isUndone(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}

function isUndone(status: string | null): boolean {
  return status === "failed" || status === "canceled";
}

function chargeOf(books: Books, intent: Intent) {
  const amount_refunded = refundedOf(books, intent.id);
  const { amount, currency, latest_charge: id, id: payment_intent } = intent;
  const refunded = amount_refunded === amount;
  return { id, object: "charge", amount, amount_refunded, currency, payment_intent, refunded };
}

function inDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
