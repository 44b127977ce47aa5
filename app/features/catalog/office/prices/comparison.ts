import { FREQUENCY_LABELS, type Frequency } from "~/features/catalog/frequency";
import { LONGEST_VISIT, priceBooking } from "~/features/catalog/pricing";
import { bandOf, type Choices, type PriceRules, visitShare } from "~/features/catalog/rules";
import type { Service } from "~/features/catalog/service";

/** How many days before today are compared. */
export const DAYS_COMPARED = 90;
/** How many of the visits that gain or lose the most are shown. */
const NAMED = 5;

/** A visit as it was sold. */
export type PastVisit = {
  id: string;
  number: number;
  /** Of its plan; null for a single visit. */
  frequency: Frequency | null;
  /** Before tax, in cents: the visit's frozen price, or its plan's month. */
  charged: number;
  /** How long it was booked for. */
  minutes: number;
  choices: Omit<Choices, "hours" | "frequency" | "extras"> & {
    extras: readonly { id: string; title: string; quantity: number; minutes: number }[];
  };
};

/** A visit's price by both lists, in cents; a share of a plan's month is not rounded. */
export type ComparedVisit = { id: string; number: number; old: number; new: number };

/** What a price list would have made of past visits. Amounts are cents before tax; sums are not rounded. */
export type Comparison = {
  /** Visits that both lists price. */
  visits: number;
  old: number;
  new: number;
  old_minutes: number;
  new_minutes: number;
  more: number;
  less: number;
  same: number;
  /** The visits that would have cost the most less and the most more, the largest difference first. */
  winners: ComparedVisit[];
  losers: ComparedVisit[];
  /** Visits that the list can't price, by reason. */
  unpriced: { reason: string; visits: number; numbers: number[] }[];
};

export const NOTHING_COMPARED: Comparison = {
  ...{ visits: 0, old: 0, new: 0, old_minutes: 0, new_minutes: 0, more: 0, less: 0, same: 0 },
  winners: [],
  losers: [],
  unpriced: [],
};

/** Adds visits to a comparison with the list of `service`. */
export function compared(
  before: Comparison,
  service: Service & { prices: PriceRules },
  visits: readonly PastVisit[],
): Comparison {
  const sum = { ...before };
  const unpriced = new Map(before.unpriced.map((one) => [one.reason, one]));
  const gains: ComparedVisit[] = [...before.winners];
  const losses: ComparedVisit[] = [...before.losers];
  for (const visit of visits) {
    const priced = priceOf(service, visit);
    if (typeof priced === "string") {
      const known = unpriced.get(priced) ?? { reason: priced, visits: 0, numbers: [] };
      const numbers = known.numbers.length < NAMED ? [...known.numbers, visit.number] : known.numbers;
      unpriced.set(priced, { ...known, visits: known.visits + 1, numbers });
      continue;
    }
    const old = visit.frequency ? visitShare(visit.charged, visit.frequency) : visit.charged;
    // Half a cent apart is the same: a share of a month has fractions.
    const difference = Math.round(priced.amount - old);
    sum.visits += 1;
    sum.old += old;
    sum.new += priced.amount;
    sum.old_minutes += visit.minutes;
    sum.new_minutes += priced.minutes;
    if (difference > 0) sum.more += 1;
    else if (difference < 0) sum.less += 1;
    else sum.same += 1;
    const one = { id: visit.id, number: visit.number, old, new: priced.amount };
    if (difference < 0) gains.push(one);
    if (difference > 0) losses.push(one);
  }
  const byDifference = (a: ComparedVisit, b: ComparedVisit) =>
    Math.abs(b.new - b.old) - Math.abs(a.new - a.old) || a.number - b.number;
  return {
    ...sum,
    winners: gains.sort(byDifference).slice(0, NAMED),
    losers: losses.sort(byDifference).slice(0, NAMED),
    unpriced: [...unpriced.values()],
  };
}

/** What the list makes of a visit, or why it can't. */
function priceOf(
  service: Service & { prices: PriceRules },
  visit: PastVisit,
): { amount: number; minutes: number } | string {
  const why = whyNot(service.prices, visit);
  if (why) return why;
  const { frequency, choices } = visit;
  const extrasMinutes = choices.extras.reduce((sum, { minutes, quantity }) => sum + minutes * quantity, 0);
  const hours = Math.max(1, Math.ceil((visit.minutes - extrasMinutes) / 60));
  const price = priceBooking(
    service,
    { ...choices, frequency, hours: service.prices.by === "hour" ? hours : null },
    { collect: false, rate: 0 },
  );
  if (price.minutes > LONGEST_VISIT) return "longer than 10 hours";
  const amount = frequency ? visitShare(price.total_amount, frequency) : price.total_amount;
  return { amount, minutes: price.minutes };
}

function whyNot(rules: PriceRules, { frequency, choices }: PastVisit): string | undefined {
  if (frequency && !rules.frequencies[frequency])
    return `not offered: ${FREQUENCY_LABELS[frequency].toLowerCase()}`;
  for (const { id, title, quantity } of choices.extras) {
    const offered = rules.extras.find((one) => one.id === id);
    if (!offered) return `extra is gone: ${title}`;
    if (quantity > offered.most) return `more than offered: ${title} × ${quantity}`;
  }
  if (rules.by !== "home") return undefined;
  const { square_feet, bedrooms, bathrooms } = choices;
  if (rules.bedroom.cents + rules.bedroom.minutes > 0 && bedrooms === null) return "bedrooms unknown";
  if (rules.bathroom.cents + rules.bathroom.minutes > 0 && bathrooms === null) return "bathrooms unknown";
  if (bandOf(rules, square_feet) !== null) return undefined;
  const largest = rules.bands.at(-1)?.up_to ?? 0;
  return square_feet === null ? "size unknown" : `larger than ${largest.toLocaleString("en-US")} sq ft`;
}
