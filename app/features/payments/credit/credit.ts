import { minimumCharge } from "~/features/catalog/pricing";
import { type Cents, formatCents } from "~/lib/money";

/** What a charge's `provider` is when the customer's credit paid it. */
export const CREDIT_PROVIDER = "credit";

type Wish = {
  amount: Cents;
  /** What would be asked for now without credit: the whole amount, or a deposit. */
  upfront: Cents | null;
  /** What is paid on top of the amount, and never by credit. */
  tip?: Cents;
  /** The customer's credit. */
  balance: Cents;
  currency: string;
};

/** `used`: what credit pays. `upfront`: what is still asked for now; null: the whole amount. Cents. */
export type CreditShare = { used: Cents; upfront: Cents | null };

/**
 * Shares an order between the customer's credit and the checkout. Credit pays as much of the price as it can, but never leaves less
 * than a card can pay; a tip is paid by card.
 */
export function shareCredit({ amount, upfront, tip = 0, balance, currency }: Wish): CreditShare {
  const asked = (upfront ?? amount) + tip;
  const used = Math.min(balance, amount);
  if (used <= 0) return { used: 0, upfront };
  const rest = Math.max(tip, asked - used);
  const least = minimumCharge(currency);
  if (rest === 0 || rest >= least) return { used, upfront: rest };
  const less = Math.max(0, asked - least);
  return less === 0 ? { used: 0, upfront } : { used: less, upfront: asked - less };
}

/** The most that staff give or take at once, in cents. */
const MOST_CREDIT = 1_000_000;

export const REASON_LENGTH = 200;

/** `amount` in cents: negative takes credit away. Null: not an amount. */
export type GoodwillWish = { amount: Cents | null; reason: string };

type Giver = {
  /** The customer's credit, in cents. */
  balance: Cents;
  /** What the giver may still give alone today, in cents; null: as much as they like. */
  left: Cents | null;
  currency: string;
};

export type GoodwillDecision =
  | { ok: true; amount: Cents; reason: string }
  | { ok: false; field: "amount" | "reason"; message: string };

/** Whether staff can give a customer so much credit, or take it away again: never below zero, and within their refund limit. */
export function decideGoodwill(
  { balance, left, currency }: Giver,
  { amount, reason }: GoodwillWish,
): GoodwillDecision {
  const refuse = (message: string) => ({ ok: false, field: "amount", message }) as const;
  if (amount === null || amount === 0) return refuse("Enter an amount, like 25 or -10.");
  if (Math.abs(amount) > MOST_CREDIT) return refuse(`Enter at most ${formatCents(MOST_CREDIT, currency)}.`);
  if (amount < 0 && -amount > balance)
    return refuse(`This customer has only ${formatCents(balance, currency)} of credit.`);
  if (left !== null && amount > left)
    return refuse(
      `You may give this customer ${formatCents(left, currency)} more today. Ask somebody with a higher refund limit.`,
    );
  return reason ? { ok: true, amount, reason } : { ok: false, field: "reason", message: "Enter a reason." };
}

type Account = "customer" | "goodwill" | "gift_card" | "referral" | "imported" | "orders" | "forfeited";

/** `order`: its number, like "#1042"; null if it is gone. `given`: it came to the customer. `refund`: it was paid in another way. */
export type Transfer = {
  from: Account;
  to: Account;
  given: boolean;
  order: string | null;
  refund: boolean;
  reason: string | null;
};

/** What a transfer was, for the customer and staff. */
export function formatTransfer({ from, to, given, order, refund, reason }: Transfer): string {
  const of = order ? `order ${order}` : "an order";
  const other = given ? from : to;
  switch (other) {
    case "customer":
      return given ? "Moved from a merged customer" : "Moved to another customer";
    case "goodwill":
      return reason || (given ? "From us, with our thanks" : "Correction");
    case "gift_card":
      return given ? "Gift card" : "Gift card refunded";
    case "referral":
      return "For recommending us";
    case "imported":
      return given ? "Credit from before we moved here" : "Correction of credit from before";
    case "orders":
      if (!given) return `Used for ${of}`;
      return refund ? `Refund of ${of}` : `Not used for ${of}`;
    case "forfeited":
      return "Forfeited";
  }
}

/** A row of a customer's credit: finished strings, company time. `amount` with its sign. */
type CreditRow = { id: number; amount: string; what: string; note: string | null; on: string };

/** A customer's credit as a page shows it. */
export type CreditView = { balance: string; cents: Cents; currency: string; rows: CreditRow[] };
