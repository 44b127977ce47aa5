import type { Stripe } from "stripe";
import type { Movement } from "~/platform/outside/payment-gateway";
import { type Connection, listAll } from "./connection.server";
import { idOf, instantOf, secondsOf } from "./objects";

/** Reads the balance transactions of payments, refunds and disputes. */
export async function movementsSince(connection: Connection, since: Temporal.Instant): Promise<Movement[]> {
  const created = { gte: secondsOf(since) };
  const transactions = await listAll(connection, (stripe, page, options) =>
    stripe.balanceTransactions.list({ created, expand: ["data.source"], ...page }, options),
  );
  return transactions.flatMap((transaction) => toMovement(transaction) ?? []);
}

/** The used fields of a balance transaction, with its source. */
type Transaction = Pick<
  Stripe.BalanceTransaction,
  "amount" | "currency" | "exchange_rate" | "created" | "source"
>;

/**
 * Converts a balance transaction by its source; null for one that is about no payment, such as a payout or a fee. A payment by bank
 * account has its transaction before its money has arrived, and a second one if it doesn't: until it succeeds it is left out, and so are
 * both if it fails. https://docs.stripe.com/reports/balance-transaction-types
 */
export function toMovement({
  source,
  amount,
  currency,
  exchange_rate,
  created,
}: Transaction): Movement | null {
  if (source === null || typeof source === "string") return null;
  if (source.object !== "charge" && source.object !== "refund" && source.object !== "dispute") return null;
  if (source.object === "charge" && source.status !== "succeeded") return null;
  const payment_id = idOf(source.payment_intent) ?? ("charge" in source ? idOf(source.charge) : source.id);
  const what = source.object === "charge" ? "payment" : source.object;
  // In the account's currency if that is another one: then the source says how much it was.
  const money =
    exchange_rate === null
      ? { amount, currency: currency.toUpperCase() }
      : { amount: Math.sign(amount) * source.amount, currency: source.currency.toUpperCase() };
  const id = what === "payment" ? (payment_id ?? source.id) : source.id;
  return { what, id, payment_id: payment_id ?? "", ...money, at: instantOf(created) };
}
