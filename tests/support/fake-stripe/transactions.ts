import { type BalanceTransaction, type Books, type Charge, type Intent, newId } from "./books.ts";

type Moved = Pick<BalanceTransaction, "amount" | "currency" | "type" | "reporting_category" | "source"> & {
  fee?: number;
};

const DAYS = 24 * 60 * 60;
/** What Stripe keeps of a card payment, and of a dispute. */
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;
const DISPUTE_FEE = 1500;

function move(books: Books, { fee = 0, ...moved }: Moved): void {
  const transaction: BalanceTransaction = {
    ...moved,
    id: newId("txn"),
    object: "balance_transaction",
    available_on: books.seconds() + 2 * DAYS,
    balance_type: "payments",
    created: books.seconds(),
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: moved.amount - fee,
    status: "pending",
  };
  books.transactions.set(transaction.id, transaction);
}

/** The money of a payment arrives. */
export function movePayment(books: Books, { amount, currency, latest_charge: source }: Intent): void {
  const type = source?.startsWith("py_") ? "payment" : "charge";
  move(books, { amount, currency, type, reporting_category: "charge", source, fee: feeOf(amount) });
}

type Part = { id: string; amount: number; currency: string };

/** A refund leaves when it is made, also one that is pending; if it fails, it comes back. */
export function moveRefund(books: Books, { id: source, amount, currency }: Part): void {
  move(books, { amount: -amount, currency, type: "refund", reporting_category: "refund", source });
}

export function moveFailedRefund(books: Books, { id: source, amount, currency }: Part): void {
  move(books, { amount, currency, type: "refund_failure", reporting_category: "refund_failure", source });
}

/** The bank takes the money of a dispute, with a fee; it comes back if the dispute is won. */
export function moveDispute(
  books: Books,
  { id: source, amount, currency }: Part,
  how: "withdrawn" | "won",
): void {
  const type = "adjustment";
  if (how === "withdrawn")
    move(books, { amount: -amount, currency, type, reporting_category: "dispute", source, fee: DISPUTE_FEE });
  else move(books, { amount, currency, type, reporting_category: "dispute_reversal", source });
}

/** Newest first, as Stripe lists them. */
export function listTransactions(books: Books): BalanceTransaction[] {
  return [...books.transactions.values()].reverse();
}

/** The charge of a payment, by its id. */
export function chargeOf(books: Books, id: string): Charge | undefined {
  const intent = [...books.intents.values()].find(({ latest_charge }) => latest_charge === id);
  if (!intent) return undefined;
  const { amount, currency, metadata } = intent;
  const status = intent.status === "succeeded" ? "succeeded" : "pending";
  return {
    ...{ id, object: "charge", amount, created: intent.created, currency, livemode: false, metadata },
    ...{ paid: status === "succeeded", payment_intent: intent.id, status },
  };
}
