import { minimumCharge } from "~/features/catalog/pricing";
import { depositOf, type Terms } from "~/features/catalog/terms";
import { type Cents, formatCents } from "~/lib/money";

/** A saved card as people know it: "Visa ending in 4242". */
export function formatCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brand} ending in ${last4}`;
}

/**
 * How a booking is paid. `upfront`: cents that the checkout asks for, null for the whole price. `consent` and `card_limit`
 * (cents in all) if the card is saved and charged after the visit.
 */
export type BookingTerms = { upfront: Cents | null; consent: string | null; card_limit: Cents | null };

export const PAID_BEFORE: BookingTerms = { upfront: null, consent: null, card_limit: null };

/** Whether nothing is paid before the visit: all of it is charged to the card afterward. */
export function isChargedAfter({ upfront, consent }: BookingTerms): boolean {
  return consent !== null && upfront === null;
}

/** Whether all of it is paid before the visit. */
export function isPaidBefore({ upfront, consent }: BookingTerms): boolean {
  return upfront === null && consent === null;
}

type Priced = {
  terms: Terms;
  /** Cents, tax included. */
  price: Cents;
  currency: string;
  /** Percent above the price that the consent allows for more work. */
  allowance: number;
  company: string;
};

/** The terms of a booking by those of its service. A price that no card can be charged is not asked for later. */
export function bookingTerms({ terms, price, currency, allowance, company }: Priced): BookingTerms {
  const upfront = depositOf(terms, price, minimumCharge(currency));
  const byCard = terms?.pay === "card" && price >= minimumCharge(currency);
  if (upfront === null && !byCard) return PAID_BEFORE;
  const card_limit = cardLimit(price, allowance);
  return { upfront, card_limit, consent: consentText({ upfront, price, card_limit, currency, company }) };
}

/** The most that may be charged for a price: itself and the allowance, in cents. */
export function cardLimit(price: Cents, allowance: number): Cents {
  return price + Math.floor((price * allowance) / 100);
}

type Consent = Omit<Priced, "terms" | "allowance"> & { upfront: Cents | null; card_limit: Cents };

/** What a customer agrees to when their card is saved. Stored with the order as it was read. */
function consentText({ upfront, price, card_limit, currency, company }: Consent): string {
  const money = (cents: Cents) => formatCents(cents, currency);
  const rest = money(price - (upfront ?? 0));
  const more =
    card_limit > price
      ? ` If I ask for more or the visit takes longer, the total is at most ${money(card_limit)}.`
      : "";
  return `I allow ${company} to save this card and to charge it ${rest} after the visit.${more} A late cancellation or a no-show can cost what the cancellation policy of this booking says. I can replace the card at any time.`;
}

/** Whether a visit of this status is over, so that what is due of it is asked for and charged. */
export function isOver(bookingStatus: string): boolean {
  return bookingStatus === "completed" || bookingStatus === "cancelled";
}

/** Days after the first try on which a declined card is tried again. */
const TRIES_AFTER_DAYS = [1, 3, 7] as const;

/**
 * When a declined card is charged next; null: never, staff take over. `failures`: tries that were declined, the last included.
 * Tries are at least a day apart, also after jobs that stood still.
 */
export function nextTry(
  first: Temporal.Instant,
  failures: number,
  now: Temporal.Instant,
): Temporal.Instant | null {
  const days = TRIES_AFTER_DAYS[failures - 1];
  if (days === undefined) return null;
  const due = first.add({ hours: days * 24 });
  const soonest = now.add({ hours: 24 });
  return Temporal.Instant.compare(due, soonest) < 0 ? soonest : due;
}

type Due = { due: Cents; charged: Cents; card_limit: Cents | null; currency: string };

/** What of an order may be charged to its card now: what is due, never more than was agreed; 0 if nothing can be. In cents. */
export function chargeable({ due, charged, card_limit, currency }: Due): Cents {
  const amount = Math.min(due, (card_limit ?? 0) - charged);
  return amount >= minimumCharge(currency) ? amount : 0;
}

type Awaiting = Due & { status: string; upfront: Cents | null; consent: string | null };

/**
 * What a booking's order still waits for: a card to save, a deposit by the pay link, and what its `card` may be charged;
 * formatted, null if nothing.
 */
export function awaitedOf(order: Awaiting | null, bookingStatus: string, card: string | null) {
  if (!order) return { needs_card: false, deposit: null, card_charge: null };
  const { upfront, consent, due, charged, status, currency } = order;
  const format = (cents: Cents) => (cents > 0 ? formatCents(cents, currency) : null);
  const isAhead = bookingStatus === "confirmed";
  const asks = isAhead && upfront !== null && status === "pending";
  return {
    needs_card: isAhead && consent !== null && upfront === null && card === null,
    deposit: asks ? format(Math.min(due, upfront - charged)) : null,
    card_charge: card ? format(chargeable(order)) : null,
  };
}
