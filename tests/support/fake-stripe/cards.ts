import { ApiError, missing } from "./api-error.ts";
import { type Books, type Card, type Intent, newId } from "./books.ts";
import { openIntent } from "./intents.ts";
import type { Params } from "./params.ts";

/** What the bank answers when a card is charged while its owner is away; all others are charged. */
const LATER: Record<string, string> = {
  "4000000000000341": "card_declined",
  "4000002500003155": "authentication_required",
};

/** Attaches a card to a customer. `number` in digits. */
export function saveCard(books: Books, customer: string, number: string): Card {
  const card: Card = {
    id: newId("pm"),
    object: "payment_method",
    type: "card",
    card: {
      brand: number.startsWith("5") ? "mastercard" : "visa",
      last4: number.slice(-4),
      ...{ exp_month: 12, exp_year: 2030 },
    },
    customer,
  };
  books.cards.set(card.id, card);
  books.numbers.set(card.id, number);
  return card;
}

/** The cards of a customer, the newest first. */
export function listCards(books: Books, { customer }: Params) {
  return [...books.cards.values()]
    .filter((card) => card.customer === customer)
    .map((card) => ({ ...card, created: books.seconds() }))
    .reverse();
}

export function detachCard(books: Books, id: string): Card {
  const card = books.cards.get(id);
  if (!card) throw missing("PaymentMethod", id);
  if (!card.customer) {
    const message =
      "The payment method you provided is not attached to a customer so detachment is impossible.";
    throw new ApiError(400, { message });
  }
  return Object.assign(card, { customer: null });
}

/** Holds money of a card for tests, until it is captured or canceled. */
function holdMoney(
  books: Books,
  { amount, currency, confirm, capture_method, payment_method }: Params,
): Intent {
  if (!confirm || capture_method !== "manual")
    throw new ApiError(400, { message: "The fake only holds money of test cards", param: "capture_method" });
  return openIntent(books, { amount, currency }, false, { status: "requires_capture", payment_method });
}

export function cancelIntent(books: Books, id: string): Intent {
  const intent = books.intents.get(id);
  if (!intent) throw missing("payment_intent", id);
  if (intent.status !== "requires_capture")
    throw new ApiError(400, { message: `You cannot cancel this PaymentIntent: it is ${intent.status}.` });
  return Object.assign(intent, { status: "canceled" });
}

/** Charges a saved card. Declined payments stay, and are answered with 402. */
export function createIntent(books: Books, params: Params): Intent {
  if (params.payment_method === "pm_card_visa") return holdMoney(books, params);
  const { amount, currency, customer, payment_method, off_session, confirm, description = null } = params;
  if (!off_session || !confirm)
    throw new ApiError(400, { message: "The fake charges saved cards only", param: "off_session" });
  if (amount < 50)
    throw new ApiError(400, { code: "amount_too_small", message: "At least 50 cents.", param: "amount" });
  const card = books.cards.get(payment_method);
  if (!card) throw missing("PaymentMethod", payment_method, "payment_method");
  if (card.customer !== customer) {
    const message = "The provided PaymentMethod cannot be attached. It was detached from a Customer.";
    throw new ApiError(400, { message, param: "payment_method" });
  }
  const code = LATER[books.numbers.get(card.id) ?? ""];
  const about = { customer, description, metadata: params.metadata ?? {} };
  if (!code) return openIntent(books, { amount, currency }, true, { ...about, payment_method });
  const message = "Your card was declined.";
  const error = { type: "card_error", code, decline_code: code, message } as const;
  openIntent(books, { amount, currency }, false, {
    ...about,
    last_payment_error: error,
    status: "requires_payment_method",
  });
  throw new ApiError(402, error);
}

/** Newest first, as Stripe lists them. */
export function listIntents(books: Books, { customer }: Params): Intent[] {
  return [...books.intents.values()].filter((one) => !customer || one.customer === customer).reverse();
}
