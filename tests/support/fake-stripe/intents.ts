import { type Books, type Intent, newId } from "./books.ts";
import { movePayment } from "./transactions.ts";

/** A payment that has succeeded or is processing. */
export function openIntent(
  books: Books,
  money: { amount: number; currency: string },
  paid: boolean,
  more: Partial<Intent> = {},
): Intent {
  const intent: Intent = {
    id: newId("pi"),
    object: "payment_intent",
    ...money,
    amount_received: paid ? money.amount : 0,
    created: books.seconds(),
    customer: null,
    description: null,
    last_payment_error: null,
    latest_charge: paid ? newId("ch") : null,
    livemode: false,
    metadata: {},
    payment_method: null,
    setup_future_usage: null,
    status: paid ? "succeeded" : "processing",
    ...more,
  };
  books.intents.set(intent.id, intent);
  if (paid) movePayment(books, intent);
  return intent;
}
