import { type Cents, formatCents } from "~/lib/money";
import { hoursApply, type Service } from "./service";

type PriceLine = { label: string; amount: Cents };

/** `rate` in percent, for example 8.5. Applies only if `collect` is true. */
export type Tax = { collect: boolean; rate: number };

export type Price = {
  /** Lines for the customer. Their amounts add up to `charge`. */
  lines: PriceLine[];
  /** Before tax. */
  total_amount: Cents;
  tax: Cents;
  /** Amount that checkout charges. */
  charge: Cents;
};

/**
 * Prices a booking: rate × hours, or the fixed price of a service without hours. Throws a RangeError if hours apply but are not a
 * positive integer, or if the tax rate is outside 0–100.
 */
export function priceBooking(service: Service, hours: number | null, tax: Tax, currency = "USD"): Price {
  const line = serviceLine(service, hours, currency);
  const taxAmount = tax.collect ? percentOf(line.amount, tax.rate) : 0;
  const lines = taxAmount > 0 ? [line, { label: `Tax (${tax.rate}%)`, amount: taxAmount }] : [line];
  return { lines, total_amount: line.amount, tax: taxAmount, charge: line.amount + taxAmount };
}

function serviceLine(service: Service, hours: number | null, currency: string): PriceLine {
  const { title, price_per_hour, subscription_type } = service;
  if (hoursApply(service)) {
    if (!Number.isSafeInteger(hours) || hours === null || hours < 1) {
      throw new RangeError(`${title} is priced by the hour; ${hours} is no number of hours.`);
    }
    const label = `${hours} ${hours === 1 ? "hour" : "hours"} × ${formatCents(price_per_hour, currency)}`;
    return { label: `${title}, ${label}`, amount: price_per_hour * hours };
  }
  const label = subscription_type === "monthly" ? `${title}, monthly` : title;
  return { label, amount: price_per_hour };
}

/** Rounds half up with integer arithmetic. The rate is taken to four decimals. */
function percentOf(amount: Cents, rate: number): Cents {
  if (!(rate >= 0 && rate <= 100)) throw new RangeError(`A tax rate lies within 0 and 100, not at ${rate}.`);
  const rateTenThousandths = BigInt(Math.round(rate * 10_000));
  return Number((BigInt(amount) * rateTenThousandths + 500_000n) / 1_000_000n);
}

/** Minimum charges other than 50 hundredths (docs.stripe.com/currencies, minimum charge amounts). */
const MINIMUM: Record<string, Cents> = {
  AED: 200,
  BGN: 100,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};

/** Minimum amount a card can be charged, in cents of the currency. */
export function minimumCharge(currency: string): Cents {
  return MINIMUM[currency.toUpperCase()] ?? 50;
}
