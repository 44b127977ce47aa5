import { minimumCharge } from "~/features/catalog/pricing";
import { type Cents, formatCents } from "~/lib/money";

type Asked = { due: Cents; charged: Cents; upfront: Cents | null; card: boolean; consent: boolean };

/**
 * What of an order its pay link asks for now, in cents: a deposit as long as it is not paid, nothing of what a saved card pays after
 * the visit (or one that is still to be saved), else all that is due. `over`: the visit took place or was cancelled.
 */
export function askedNow({ due, charged, upfront, card, consent }: Asked, over: boolean): Cents {
  if (over) return due;
  if (upfront !== null && charged < upfront) return Math.min(due, upfront - charged);
  return card || consent ? 0 : due;
}

/** `seen`: what was due when the page was opened, in cents. */
export type PayWish = { tip: Cents; seen: Cents };

export type PayDecision =
  | { ok: true; amount: Cents }
  | { ok: false; reason: "changed" | "nothing" | "too small"; message: string };

/** What a card is asked for: all that is due, and the tip. `tipped`: the order has a tip already. */
export function decidePay(
  { due, currency, tipped }: { due: Cents; currency: string; tipped: boolean },
  { tip, seen }: PayWish,
): PayDecision {
  if (seen !== due)
    return {
      ok: false,
      reason: "changed",
      message: "What is due has changed. Please check it and try again.",
    };
  const amount = due + tip;
  if (due === 0 && tipped)
    return { ok: false, reason: "nothing", message: "You have left a tip already. Thank you!" };
  if (amount === 0) return { ok: false, reason: "nothing", message: "Choose a tip first." };
  const least = minimumCharge(currency);
  if (amount < least) {
    const message = `The smallest amount a card can pay is ${formatCents(least, currency)}.`;
    return { ok: false, reason: "too small", message };
  }
  return { ok: true, amount };
}

type Settling = {
  charge: { status: "pending" | "completed" | "failed"; amount: Cents };
  /** `owed`: what the order costs less what was taken for it, without this charge; cents. */
  order: { owed: Cents };
  tip: Cents;
  session: {
    status: "open" | "processing" | "paid" | "failed" | "expired";
    amount: Cents;
    same_currency: boolean;
  };
};

export type SettlingDecision =
  | { do: "nothing" }
  /** Nothing was paid: another link can be opened. */
  | { do: "fail" }
  /** The money came. `back`: cents that were paid before in another way, and go back at once. */
  | { do: "complete"; back: Cents }
  /** Another amount or currency came: staff decide. */
  | { do: "flag" };

/** What a checkout session of a pay link means. Safe to repeat; what was paid twice goes back. */
export function decideCharge({ charge, order, tip, session }: Settling): SettlingDecision {
  if (charge.status === "completed") return { do: "nothing" };
  if (session.status === "open" || session.status === "processing") return { do: "nothing" };
  if (session.status !== "paid") return charge.status === "failed" ? { do: "nothing" } : { do: "fail" };
  if (session.amount !== charge.amount || !session.same_currency) return { do: "flag" };
  const wanted = Math.max(0, order.owed) + tip;
  return { do: "complete", back: Math.max(0, charge.amount - wanted) };
}

/** What the holder of a pay link sees; amounts formatted, company time. */
export type PayPage = {
  number: string;
  of: string;
  lines: { label: string; amount: string }[];
  total: string;
  paid: string | null;
  due: string | null;
  /** Cents. */
  due_cents: Cents;
  currency: string;
  tips: { percent: number; amount: string }[];
  /** All that is owed, also later; null if nothing. */
  owed: string | null;
  /**
   * The card that pays what is due after the visit: its name, null as long as none is saved. `may_save`: one can be saved, or
   * another one in its place. `at_once`: it is charged when it is saved. `consent`: what the customer agrees to then.
   */
  card: {
    name: string | null;
    may_save: boolean;
    at_once: boolean;
    consent: string | null;
    declined: boolean;
  };
  /** The money of a payment by this link is on its way, or has come; null if nobody paid by it. */
  last: { state: "processing" | "paid"; amount: string; tip: string | null; on: string | null } | null;
  is_test: boolean;
  /** Whether cards can be taken now. */
  takes_cards: boolean;
  /** Whether something was cleaned to thank for. */
  may_tip: boolean;
};
