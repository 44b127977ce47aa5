import { ApiError } from "./api-error.ts";
import { type Books, type Card, emit, type Intent, newId, type Session, type SetupIntent } from "./books.ts";
import { saveCard } from "./cards.ts";
import { createCustomer } from "./customers.ts";
import { openIntent } from "./intents.ts";
import { sessionOf } from "./sessions.ts";
import { startSubscription, subscriptionPaid } from "./subscriptions.ts";
import { movePayment } from "./transactions.ts";

export type Payer = { name: string; email: string; phone: string };

/**
 * Pays at the hosted page, or saves a card there: by card at once, or from a bank account, where the money takes days. `number`
 * is the card's, in digits.
 */
export function pay(
  books: Books,
  sessionId: string,
  payer: Payer,
  by: "card" | "bank" = "card",
  number = "4242424242424242",
): Session {
  const session = sessionOf(books, sessionId);
  if (session.status !== "open") throw new ApiError(400, { message: "This checkout is not open any more." });
  const isPlan = session.mode === "subscription";
  const paid = by === "card";
  const card = paid ? savedCard(books, session, payer, number) : null;
  const isSetup = session.mode === "setup";
  const intent = isSetup ? null : newIntent(books, session, paid, card);
  Object.assign(session, {
    status: "complete",
    payment_status: isSetup ? "no_payment_required" : paid ? "paid" : "unpaid",
    url: null,
    ...(card && { customer: card.customer }),
    customer_details: {
      address: null,
      business_name: null,
      individual_name: payer.name,
      tax_exempt: "none",
      tax_ids: [],
      ...payer,
    },
    collected_information: { business_name: null, individual_name: payer.name, shipping_details: null },
    payment_intent: isPlan ? null : (intent?.id ?? null),
    setup_intent: isSetup && card ? setUp(books, session, card).id : null,
  });
  if (isPlan && intent) startSubscription(books, session, { intent, paid });
  emit(books, "checkout.session.completed", session);
  return session;
}

/** Ends a slow payment. */
export function settle(books: Books, sessionId: string, how: "succeed" | "fail"): Session {
  const session = sessionOf(books, sessionId);
  const intent = intentOfSession(books, session);
  if (intent?.status !== "processing") throw new ApiError(400, { message: "Nothing is under way." });
  const succeeded = how === "succeed";
  Object.assign(intent, {
    status: succeeded ? "succeeded" : "requires_payment_method",
    amount_received: succeeded ? intent.amount : 0,
    latest_charge: succeeded ? newId("py") : null,
  });
  if (succeeded) movePayment(books, intent);
  if (succeeded) session.payment_status = "paid";
  if (session.mode === "subscription") subscriptionPaid(books, session, succeeded);
  emit(books, `checkout.session.async_payment_${succeeded ? "succeeded" : "failed"}`, session);
  return session;
}

function intentOfSession(books: Books, session: Session): Intent | undefined {
  const id = session.payment_intent ?? books.invoicePayments.get(session.invoice ?? "");
  return books.intents.get(id ?? "");
}

/** The card that a session saves; null if it saves none. */
function savedCard(books: Books, session: Session, payer: Payer, number: string): Card | null {
  const asked = books.asked.get(session.id);
  const usage = asked?.payment_intent_data?.setup_future_usage;
  if (session.mode !== "setup" && usage !== "off_session") return null;
  const { name, email, phone } = payer;
  const customer = session.customer ?? createCustomer(books, { name, email, phone: phone.slice(0, 20) }).id;
  return saveCard(books, customer, number);
}

function setUp(books: Books, session: Session, { id, customer }: Card): SetupIntent {
  const metadata = books.asked.get(session.id)?.setup_intent_data?.metadata ?? {};
  const setup: SetupIntent = {
    ...{
      id: newId("seti"),
      object: "setup_intent",
      customer,
      metadata,
      payment_method: id,
      status: "succeeded",
    },
  };
  books.setups.set(setup.id, setup);
  return setup;
}

function newIntent(books: Books, session: Session, paid: boolean, card: Card | null): Intent {
  const { amount_total, currency } = session;
  return openIntent(books, { amount: amount_total ?? 0, currency: currency ?? "" }, paid, {
    metadata: books.asked.get(session.id)?.payment_intent_data?.metadata ?? {},
    description: books.asked.get(session.id)?.payment_intent_data?.description ?? null,
    ...(card && { customer: card.customer, payment_method: card.id, setup_future_usage: "off_session" }),
  });
}
