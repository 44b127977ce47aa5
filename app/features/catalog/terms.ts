import { type Cents, formatCents } from "~/lib/money";

/** When a visit of a service is paid; null: in full before it. */
export type Terms =
  | { pay: "deposit"; percent: number }
  | { pay: "deposit"; amount: Cents }
  | { pay: "card" }
  | null;

/**
 * The deposit of a price, in cents; null if there is none, or if what it leaves is less than a card can be charged. Half a cent
 * is rounded up. `least`: the smallest charge of a card.
 */
export function depositOf(terms: Terms, price: Cents, least: Cents): Cents | null {
  if (terms?.pay !== "deposit") return null;
  const wanted = "percent" in terms ? Math.round((price * terms.percent) / 100) : terms.amount;
  const deposit = Math.max(least, wanted);
  return deposit <= price - least ? deposit : null;
}

export const PAY_LABELS = {
  full: "In full, before the visit",
  deposit: "A deposit now, the rest after the visit",
  card: "After the visit, by a saved card",
} as const;

/** What staff can set: the keys of `PAY_LABELS`. */
export type Pay = keyof typeof PAY_LABELS;

export const PAYS = Object.keys(PAY_LABELS) as Pay[];

export function payOf(terms: Terms): Pay {
  return terms?.pay ?? "full";
}

/** The deposit as staff type it: "20%" or "50.00"; empty without one. */
export function depositText(terms: Terms): string {
  if (terms?.pay !== "deposit") return "";
  return "percent" in terms ? `${terms.percent}%` : (terms.amount / 100).toFixed(2);
}

/** "20% now", "$50 now", "charged after the visit"; null when all is paid before. */
export function formatTerms(terms: Terms, currency: string): string | null {
  if (!terms) return null;
  if (terms.pay === "card") return "charged after the visit";
  const deposit =
    "percent" in terms ? `${terms.percent}%` : formatCents(terms.amount, currency, { dropZeroCents: true });
  return `${deposit} now, the rest after the visit`;
}

type ReadTerms = { ok: true; terms: Terms } | { ok: false; message: string };

/** Reads what staff typed. `deposit`: "20%" or an amount like "50". */
export function readTerms(pay: Pay, deposit: string, parseCents: (text: string) => Cents | null): ReadTerms {
  if (pay === "full") return { ok: true, terms: null };
  if (pay === "card") return { ok: true, terms: { pay } };
  const text = deposit.trim();
  const percent = /^(\d{1,3})\s*%$/.exec(text)?.[1];
  if (percent) {
    if (Number(percent) >= 1 && Number(percent) <= 99)
      return { ok: true, terms: { pay, percent: Number(percent) } };
    return { ok: false, message: "A deposit must be from 1% to 99%." };
  }
  const amount = parseCents(text);
  if (amount === null) return { ok: false, message: "Enter a deposit, like 20% or 50." };
  if (amount < 100 || amount > 1_000_000)
    return { ok: false, message: "A deposit must be from $1 to $10,000." };
  return { ok: true, terms: { pay, amount } };
}
