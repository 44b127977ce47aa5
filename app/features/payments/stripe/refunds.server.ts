import type { Dispute, KnownRefund, Refund, RefundRequest } from "~/platform/outside/payment-gateway";
import { type Connection, KeptFailure, listAll, nullIfMissing, Refused } from "./connection.server";
import { secondsOf, toDispute, toKnownRefund, toRefund, whose } from "./objects";
import { readSession } from "./sessions.server";

/** Refunds once per key. Stripe forgets keys after a day, so this first looks for a refund with the key. */
export async function refundPayment(connection: Connection, request: RefundRequest): Promise<Refund> {
  const { amount, idempotency_key: key } = request;
  const payment = await paymentOf(connection, request.payment_id);
  if (!payment) return { status: "failed", id: null, reason: "Nothing was paid in this session." };
  const found = async () => (await listOf(connection, payment)).find((refund) => refund.key === key);
  const same = await found();
  if (same) return answerOf(same, amount);
  try {
    return await create(connection, payment, amount, { key, idempotency_key: key });
  } catch (error) {
    if (error instanceof Refused) return { status: "failed", id: null, reason: wordsOf(error) };
    if (!(error instanceof KeptFailure)) throw error;
    const made = await found();
    if (made) return answerOf(made, amount);
    return create(connection, payment, amount, { key, idempotency_key: `${key}:again` });
  }
}

async function create(
  { ask }: Connection,
  payment: string,
  amount: number,
  { key, idempotency_key }: { key: string; idempotency_key: string },
): Promise<Refund> {
  const params = { ...whose(payment), amount, metadata: { key } };
  return toRefund(await ask((stripe, options) => stripe.refunds.create(params, options), idempotency_key));
}

function answerOf({ refund, amount }: KnownRefund, asked: number): Refund {
  if (amount === asked) return refund;
  return {
    status: "failed",
    id: null,
    reason: "This key was already used for a refund of a different amount.",
  };
}

/** Formats a refusal for staff, without Stripe's ids. */
function wordsOf({ refusal }: Refused): string {
  return `Stripe: ${refusal.message.slice(0, 300)}`;
}

export async function readRefund({ ask }: Connection, id: string): Promise<KnownRefund | null> {
  return ask((stripe, options) => stripe.refunds.retrieve(id, {}, options)).then(
    toKnownRefund,
    nullIfMissing,
  );
}

export async function listRefunds(connection: Connection, paymentId: string): Promise<KnownRefund[]> {
  const payment = await paymentOf(connection, paymentId);
  return payment ? listOf(connection, payment) : [];
}

export async function refundsSince(connection: Connection, since: Temporal.Instant): Promise<KnownRefund[]> {
  const created = { gte: secondsOf(since) };
  const refunds = await listAll(connection, (stripe, page, options) =>
    stripe.refunds.list({ created, ...page }, options),
  );
  return refunds.map(toKnownRefund);
}

async function listOf(connection: Connection, payment: string): Promise<KnownRefund[]> {
  const refunds = await listAll(connection, (stripe, page, options) =>
    stripe.refunds.list({ ...whose(payment), ...page }, options),
  );
  return refunds.map(toKnownRefund);
}

/** Returns the payment of an id, which may be a checkout session's. */
async function paymentOf(connection: Connection, id: string): Promise<string | null> {
  if (!id.startsWith("cs_")) return id;
  return (await readSession(connection, id))?.payment_id ?? null;
}

export function readDispute({ ask }: Connection, id: string): Promise<Dispute | null> {
  return ask((stripe, options) => stripe.disputes.retrieve(id, {}, options)).then(toDispute, nullIfMissing);
}

export async function listDisputes(connection: Connection, paymentId: string): Promise<Dispute[]> {
  const payment = await paymentOf(connection, paymentId);
  if (!payment) return [];
  const disputes = await listAll(connection, (stripe, page, options) =>
    stripe.disputes.list({ ...whose(payment), ...page }, options),
  );
  return disputes.map(toDispute);
}

export async function disputesSince(connection: Connection, since: Temporal.Instant): Promise<Dispute[]> {
  const created = { gte: secondsOf(since) };
  const disputes = await listAll(connection, (stripe, page, options) =>
    stripe.disputes.list({ created, ...page }, options),
  );
  return disputes.map(toDispute);
}
