import { type Cents, formatCents } from "~/lib/money";
import { type Frequency, VISITS_A_YEAR } from "./frequency";
import {
  type Choices,
  monthlyCharge,
  NO_CHOICES,
  type Part,
  type PriceRules,
  partsOf,
  SMALLEST_HOME,
} from "./rules";
import { frequenciesOf, isMonthly, rulesOf, type Service } from "./service";

/** `fee`: the minimum charge and what a first visit adds. `discount`: what a coupon takes off; negative. */
export type PriceLine = {
  kind: "service" | "rooms" | "extra" | "fee" | "discount" | "tax";
  label: string;
  amount: Cents;
};

/**
 * What a coupon takes off a single visit before tax: a percentage or an amount; the other is null. `exclusive`: no credit pays
 * for the rest.
 */
export type Discount = { code: string; exclusive?: true } & (
  | { percent: number; amount: null }
  | { percent: null; amount: Cents }
);

/** `rate` in percent, for example 8.5. Applies only if `collect` is true. */
export type Tax = { collect: boolean; rate: number };

export type Price = {
  /** Lines for the customer. Their amounts add up to `charge`. */
  lines: PriceLine[];
  /** Before tax, less the coupon. */
  total_amount: Cents;
  tax: Cents;
  /** Amount that checkout charges; for a plan, every month. */
  charge: Cents;
  /** Length of a visit. */
  minutes: number;
  /** Of a plan that is priced by the visit: what one visit costs before tax, line by line. */
  visit?: { lines: PriceLine[]; amount: Cents };
};

/** Longest visit in minutes that can be booked without a look at the home. */
export const LONGEST_VISIT = 600;

export type LengthField = "extras" | "bedrooms" | "hours";

/** The input to change when a visit is too long: what can be left out comes first. */
export function lengthField({ extras, rooms }: { extras: readonly unknown[]; rooms: boolean }): LengthField {
  if (extras.length > 0) return "extras";
  return rooms ? "bedrooms" : "hours";
}

/**
 * Prices a booking by the rules of its service: the same function for the booking page, the office, the API, the widget and
 * the receipt. A coupon lowers what is taxed, never below 0; a plan has none. Throws a RangeError if hours apply but are not a positive integer, if an extra is not offered, if a home needs
 * an estimate, if a frequency is not sold, or if the tax rate is outside 0–100.
 */
export function priceBooking(
  service: Service,
  chosen: Partial<Choices>,
  tax: Tax,
  currency = "USD",
  discount: Discount | null = null,
): Price {
  const choices = { ...NO_CHOICES, ...chosen };
  const rules = rulesOf(service);
  const { minutes, parts } = visitOf(service, choices);
  const frequency = choices.frequency ?? (isMonthly(service) ? (frequenciesOf(service)[0] ?? null) : null);
  const priced = frequency
    ? planLines(service, rules, parts, frequency, currency)
    : { lines: visitLines(baseLine(service, rules, choices, currency), parts, rules) };
  const taken = discount && !frequency ? discountLine(discount, sum(priced.lines)) : null;
  const untaxed = taken ? [...priced.lines, taken] : priced.lines;
  const total_amount = sum(untaxed);
  const taxAmount = taxOn(total_amount, tax);
  const taxLine: PriceLine = { kind: "tax", label: `Tax (${tax.rate}%)`, amount: taxAmount };
  const lines = taxAmount > 0 ? [...untaxed, taxLine] : untaxed;
  return {
    ...priced,
    lines,
    total_amount,
    tax: taxAmount,
    charge: total_amount + taxAmount,
    minutes,
  };
}

/** Length of a visit in minutes. What is added rounds it up to a quarter of an hour. Throws as `priceBooking` does. */
export function visitMinutes(service: Service, chosen: Partial<Choices>): number {
  return visitOf(service, { ...NO_CHOICES, ...chosen }).minutes;
}

/** Length in minutes of the shortest visit that can be booked: one hour, or the smallest home without extras. */
export function shortestVisit(service: Service): number {
  const { by, bands } = rulesOf(service);
  const sizes = by === "home" && bands.length > 0 ? bands.map(({ up_to }) => up_to) : [null];
  const smallest = { hours: 1, ...SMALLEST_HOME };
  return Math.min(...sizes.map((square_feet) => visitMinutes(service, { ...smallest, square_feet })));
}

function visitOf(service: Service, choices: Choices): { minutes: number; parts: Part[] } {
  const rules = rulesOf(service);
  const first: Part = { kind: "fee", label: "First visit", ...rules.first_visit };
  const parts = [
    ...partsOf(rules, choices),
    ...(choices.first_visit && !choices.frequency && first.cents + first.minutes > 0 ? [first] : []),
  ];
  const base = rules.by === "hour" ? hoursOf(service, choices) * 60 : rules.base.minutes;
  const added = parts.reduce((total, part) => total + part.minutes, 0);
  return { minutes: added === 0 ? base : Math.ceil((base + added) / 15) * 15, parts };
}

function hoursOf({ title }: Service, { hours }: Choices): number {
  if (Number.isSafeInteger(hours) && hours !== null && hours >= 1) return hours;
  throw new RangeError(`${title} is priced by the hour; ${hours} is no number of hours.`);
}

function baseLine(service: Service, { by, base }: PriceRules, choices: Choices, currency: string): PriceLine {
  if (by !== "hour") return { kind: "service", label: service.title, amount: base.cents };
  const hours = hoursOf(service, choices);
  const label = `${hours} ${hours === 1 ? "hour" : "hours"} × ${formatCents(base.cents, currency)}`;
  return { kind: "service", label: `${service.title}, ${label}`, amount: base.cents * hours };
}

function visitLines(base: PriceLine, parts: readonly Part[], { minimum }: PriceRules): PriceLine[] {
  const added = parts
    .filter(({ cents }) => cents > 0)
    .map(({ kind, label, cents }) => ({ kind, label, amount: cents }));
  const lines = [base, ...added];
  const missing = minimum - sum(lines);
  return missing > 0 ? [...lines, { kind: "fee", label: "Minimum charge", amount: missing }] : lines;
}

/** A plan's month: its own price and what is added to each visit, or a twelfth of the year's visits. */
function planLines(
  { title }: Service,
  rules: PriceRules,
  parts: readonly Part[],
  frequency: Frequency,
  currency: string,
): Pick<Price, "lines" | "visit"> {
  const price = rules.frequencies[frequency];
  if (!price) throw new RangeError(`${title} is not sold ${frequency}.`);
  const visits = VISITS_A_YEAR[frequency];
  if (price.per === "month") {
    const monthly = parts.map((part) => ({ ...part, cents: monthlyCharge(part.cents, frequency) }));
    const base: PriceLine = { kind: "service", label: `${title}, monthly`, amount: price.cents };
    return { lines: visitLines(base, monthly, { ...rules, minimum: 0 }) };
  }
  const lines = visitLines({ kind: "service", label: title, amount: price.cents }, parts, rules);
  const amount = sum(lines);
  const each = `${visits} visits a year at ${formatCents(amount, currency)}`;
  return {
    lines: [{ kind: "service", label: `${title}, ${each}`, amount: monthlyCharge(amount, frequency) }],
    visit: { lines, amount },
  };
}

function sum(lines: readonly PriceLine[]): Cents {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

function discountLine({ code, percent, amount }: Discount, price: Cents): PriceLine | null {
  const off = Math.min(price, percent === null ? amount : percentOf(price, percent));
  const label = percent === null ? `Code ${code}` : `Code ${code} (${percent}% off)`;
  return off > 0 ? { kind: "discount", label, amount: -off } : null;
}

/** Tax on an amount before tax. */
export function taxOn(amount: Cents, { collect, rate }: Tax): Cents {
  return collect ? percentOf(amount, rate) : 0;
}

/** Rounds half up with integer arithmetic. The rate is taken to four decimals. */
function percentOf(amount: Cents, rate: number): Cents {
  if (!(rate >= 0 && rate <= 100))
    throw new RangeError(`A percentage lies within 0 and 100, not at ${rate}.`);
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
