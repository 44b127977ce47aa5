import { type Cents, formatCents } from "~/lib/money";

/** Percent of the price before tax to choose a tip from. */
export const TIP_PERCENTS = [10, 15, 20] as const;

/** The largest tip that is taken online, in cents. */
export const MOST_TIP = 50_000;

export const NO_AMOUNT = "Enter a tip, like 20 or 12.50.";
export const TOO_MUCH = `The most we take online is ${formatCents(MOST_TIP)}. Please call us.`;

/** A tip in cents, in whole dollars where the price is large enough: people think in dollars. */
export function tipOf(price: Cents, percent: number): Cents {
  const exact = (price * percent) / 100;
  return exact >= 500 ? Math.round(exact / 100) * 100 : Math.round(exact);
}

/** The tips to choose from for a price before tax; `amount` is formatted. */
export function tipChoices(price: Cents, currency: string): { percent: number; amount: string }[] {
  return TIP_PERCENTS.map((percent) => ({
    percent,
    amount: formatCents(Math.min(MOST_TIP, tipOf(price, percent)), currency, { dropZeroCents: true }),
  }));
}

/** What is asked for by the form: a percentage, another amount, or nothing. */
export type TipWish = { choice: string; amount: Cents | null };

export type TipDecision = { ok: true; tip: Cents } | { ok: false; message: string };

/** `of`: what the order costs without tips and tax, in cents. */
export function decideTip({ choice, amount }: TipWish, of: Cents): TipDecision {
  if (choice === "" || choice === "none") return { ok: true, tip: 0 };
  if (choice === "other") {
    if (amount === null || amount < 0) return { ok: false, message: NO_AMOUNT };
    return amount > MOST_TIP ? { ok: false, message: TOO_MUCH } : { ok: true, tip: amount };
  }
  const percent = TIP_PERCENTS.find((one) => String(one) === choice);
  if (!percent) return { ok: false, message: "Choose a tip, or none." };
  return { ok: true, tip: Math.min(MOST_TIP, tipOf(of, percent)) };
}

/**
 * Splits a tip among those who were there, to the cent: by their minutes at the job where `minutesOf` knows some, else equally. Who
 * comes first in the list gets a cent that is left over.
 */
export function splitTip<Member>(
  amount: Cents,
  members: readonly Member[],
  minutesOf: (member: Member) => number = () => 0,
): { member: Member; amount: Cents }[] {
  const known = members.map(minutesOf);
  const isKnown = known.some((minutes) => minutes > 0);
  const weights = isKnown ? known : members.map(() => 1);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole));
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  return members.map((member, index) => {
    const extra = left > 0 && (weights[index] ?? 0) > 0 ? 1 : 0;
    left -= extra;
    return { member, amount: (parts[index] ?? 0) + extra };
  });
}

type Line = { kind: string; amount: Cents };

/** The tips among the lines of an order, in cents: `given` in all, and `left` of them after what was taken off again. */
export type Tips = { given: Cents; left: Cents };

export function tipsOf(lines: readonly Line[]): Tips {
  const tips = lines.filter(({ kind }) => kind === "tip").map(({ amount }) => amount);
  const sum = (amounts: Cents[]) => amounts.reduce((total, amount) => total + amount, 0);
  return { given: sum(tips.filter((amount) => amount > 0)), left: sum(tips) };
}

/** What lines cost without tips and tax, in cents: what percentages of a tip are of. */
export function tippedPrice(lines: readonly Line[]): Cents {
  return lines.reduce((sum, { kind, amount }) => (kind === "tip" || kind === "tax" ? sum : sum + amount), 0);
}

/** Whether a visit's customer is asked for a tip: it took place, cost something, and has none yet. */
export function isTipWelcome(status: string, lines: readonly Line[]): boolean {
  return status === "completed" && tippedPrice(lines) > 0 && tipsOf(lines).left === 0;
}

type Paid = { paid: Cents; refunded?: Cents; tips?: Tips };

/**
 * What goes back of a payment when its visit does not take place: `percent` of the price, and the whole tip. Earlier refunds count
 * towards it. Cents; half a cent is rounded for the customer, and never more goes back than is left.
 */
export function backOf(
  { paid, refunded = 0, tips = { given: 0, left: 0 } }: Paid,
  percent: number,
): { refund: Cents; tip: Cents } {
  const left = Math.max(0, paid - refunded);
  const tip = Math.min(tips.left, left);
  const ofPrice = Math.round((Math.max(0, paid - tips.given) * percent) / 100);
  const earlier = Math.max(0, refunded - (tips.given - tips.left));
  return { refund: Math.min(left, tip + Math.max(0, ofPrice - earlier)), tip };
}
