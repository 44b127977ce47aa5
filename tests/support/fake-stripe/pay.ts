import { ApiError } from "./api-error.ts";
import { type Books, emit, type Intent, newId, type Session } from "./books.ts";
import { openIntent } from "./intents.ts";
import { sessionOf } from "./sessions.ts";
import { startSubscription, subscriptionPaid } from "./subscriptions.ts";
import { movePayment } from "./transactions.ts";

export type Payer = { name: string; email: string; phone: string };

/** Pays at the hosted page: by card at once, or from a bank account, where the money takes days. */
export function pay(books: Books, sessionId: string, payer: Payer, by: "card" | "bank" = "card"): Session {
  const session = sessionOf(books, sessionId);
  if (session.status !== "open") throw new ApiError(400, { message: "This checkout is not open any more." });
  const isPlan = session.mode === "subscription";
  const paid = by === "card";
  const intent = newIntent(books, session, paid);
  Object.assign(session, {
    status: "complete",
    payment_status: paid ? "paid" : "unpaid",
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      individual_name: payer.name,
      tax_exempt: "none",
      tax_ids: [],
      ...payer,
    },
    collected_information: { business_name: null, individual_name: payer.name, shipping_details: null },
    payment_intent: isPlan ? null : intent.id,
  });
  if (isPlan) startSubscription(books, session, { intent, paid });
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

function newIntent(books: Books, session: Session, paid: boolean): Intent {
  const { amount_total, currency } = session;
  return openIntent(books, { amount: amount_total ?? 0, currency: currency ?? "" }, paid, {
    metadata: books.asked.get(session.id)?.payment_intent_data?.metadata ?? {},
    description: books.asked.get(session.id)?.payment_intent_data?.description ?? null,
  });
}
