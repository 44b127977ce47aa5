import type { Stripe } from "stripe";
import type { CardAnswer, CardCharge, TestCharge } from "~/platform/outside/payment-gateway";
import { type Connection, KeptFailure, listAll, Refused } from "./connection.server";

/** Charges a saved card once per key. Stripe forgets keys after a day, so this first looks for a payment with the key. */
export async function chargeCard(connection: Connection, request: CardCharge): Promise<CardAnswer> {
  const { idempotency_key: key } = request;
  const found = () => findCardCharge(connection, request);
  const same = await found();
  if (same) return same;
  try {
    return await create(connection, request, key);
  } catch (error) {
    if (!(error instanceof KeptFailure)) throw error;
    return (await found()) ?? create(connection, request, `${key}:again`);
  }
}

async function create({ ask }: Connection, request: CardCharge, key: string): Promise<CardAnswer> {
  const { amount, currency, customer_id, method_id, description, reference, idempotency_key } = request;
  const params: Stripe.PaymentIntentCreateParams = {
    ...{ amount, currency: currency.toLowerCase(), customer: customer_id, payment_method: method_id },
    ...{ confirm: true, off_session: true, allowed_payment_method_types: ["card"] },
    description,
    metadata: { order: reference, key: idempotency_key },
  };
  try {
    return answerOf(await ask((stripe, options) => stripe.paymentIntents.create(params, options), key));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return declined(error.refusal);
  }
}

/** What came of an earlier try; null if there was none. */
export async function findCardCharge(
  connection: Connection,
  request: CardCharge,
): Promise<CardAnswer | null> {
  const made = await findMade(connection, request);
  return made ? answerOf(made) : null;
}

/** The payment of an earlier try. Its customer is ours alone, so the list is short. */
async function findMade(connection: Connection, { customer_id, idempotency_key }: CardCharge) {
  const intents = await listAll(connection, (stripe, page, options) =>
    stripe.paymentIntents.list({ customer: customer_id, ...page }, options),
  );
  return intents.find(({ metadata }) => metadata.key === idempotency_key);
}

function answerOf({ id, status, last_payment_error }: Stripe.PaymentIntent): CardAnswer {
  if (status === "succeeded") return { status: "paid", payment_id: id };
  if (status === "processing" || status === "requires_capture")
    return { status: "processing", payment_id: id };
  const needs_customer = status === "requires_action" || status === "requires_confirmation";
  return declined(last_payment_error ?? { message: "The payment was not completed." }, needs_customer);
}

type Refusal = { code?: string; decline_code?: string; message?: string };

/** Why the bank says no, for staff, without Stripe's ids. */
function declined({ code, decline_code, message = "" }: Refusal, needs = false): CardAnswer {
  return {
    status: "declined",
    reason: `Stripe: ${message.slice(0, 300)}`,
    needs_customer: needs || code === "authentication_required" || decline_code === "authentication_required",
  };
}

/** Stripe's own card for tests (docs.stripe.com/testing). Live keys don't know it. */
const TEST_CARD = "pm_card_visa";

/** Holds money of Stripe's test card and lets it go at once, so that neither a payment nor a refund is left in the books. */
export async function tryCharge(
  { ask }: Connection,
  { amount, currency, idempotency_key }: TestCharge,
): Promise<CardAnswer> {
  const params: Stripe.PaymentIntentCreateParams = {
    ...{ amount, currency: currency.toLowerCase(), payment_method: TEST_CARD },
    ...{ confirm: true, capture_method: "manual", allowed_payment_method_types: ["card"] },
    description: "Test charge",
  };
  try {
    const made = await ask(
      (stripe, options) => stripe.paymentIntents.create(params, options),
      idempotency_key,
    );
    if (made.status !== "requires_capture") return answerOf(made);
    await ask(
      (stripe, options) => stripe.paymentIntents.cancel(made.id, {}, options),
      `${idempotency_key}:cancel`,
    );
    return { status: "paid", payment_id: made.id };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return declined(error.refusal);
  }
}

/** Detaches a card from its customer, so that nobody can charge it. */
export async function forgetCard({ ask }: Connection, methodId: string): Promise<void> {
  await ask((stripe, options) => stripe.paymentMethods.detach(methodId, {}, options)).catch((error) => {
    if (!(error instanceof Refused)) throw error; // else it is detached already
  });
}
