import type { Cents } from "~/lib/money";
import { type Frequency, VISITS_A_YEAR } from "./frequency";

/** What one thing adds to a visit. Neither is negative. */
export type Rate = { cents: Cents; minutes: number };

/** What homes up to a size add, in square feet. */
export type Band = Rate & { up_to: number };

/** An extra of a service; `most` of it can be booked. `picture` is a key of app/ui/art/pictures.ts. */
export type Extra = Rate & { id: string; title: string; picture: string | null; most: number };

/**
 * How a service is priced. Everything that can be added costs cents and takes minutes.
 * - `hour`: the customer chooses the hours; `base` is one hour.
 * - `flat`: `base` is a visit, whatever the home.
 * - `home`: `base` and the rates of each bedroom, bathroom and half bath, and of the first band that fits.
 */
export type PriceRules = {
  by: "hour" | "flat" | "home";
  base: Rate;
  bedroom: Rate;
  bathroom: Rate;
  half_bath: Rate;
  /** Sorted by size. Without bands, nobody is asked for the size; a home above the last one needs an estimate. */
  bands: Band[];
  extras: Extra[];
  /** Added to a customer's first visit, if it is a single one. */
  first_visit: Rate;
  /** The lowest price of a visit, before tax. */
  minimum: Cents;
  /** What takes the place of `base.cents` in a plan, for each visit or for a month; a frequency without one is not sold. */
  frequencies: Partial<Record<Frequency, { cents: Cents; per: "visit" | "month" }>>;
};

const NOTHING: Rate = { cents: 0, minutes: 0 };

/** Rules without anything to add. */
export const PLAIN_RULES: PriceRules = {
  by: "flat",
  base: NOTHING,
  bedroom: NOTHING,
  bathroom: NOTHING,
  half_bath: NOTHING,
  bands: [],
  extras: [],
  first_visit: NOTHING,
  minimum: 0,
  frequencies: {},
};

/** The band of a home; null when it needs an estimate; undefined when its size does not count. */
export function bandOf({ bands }: PriceRules, square_feet: number | null): Band | null | undefined {
  if (bands.length === 0) return undefined;
  return bands.find(({ up_to }) => square_feet !== null && square_feet <= up_to) ?? null;
}

/** "Up to 1,800 sq ft". */
export function formatSize(up_to: number): string {
  return `Up to ${up_to.toLocaleString("en-US")} sq ft`;
}

/** What a plan is charged every month, whose visits cost this each: its visits of a year by twelve, rounded to the cent. */
export function monthlyCharge(visit: Cents, frequency: Frequency): Cents {
  return Math.round((visit * VISITS_A_YEAR[frequency]) / 12);
}

/** What one visit of a plan costs on the average of a year, with this charge a month. In cents, not rounded. */
export function visitShare(month: Cents, frequency: Frequency): number {
  return (month * 12) / VISITS_A_YEAR[frequency];
}

/** What a customer chooses that counts for price and length. What does not apply is null. */
export type Choices = {
  hours: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_feet: number | null;
  extras: readonly { id: string; quantity: number }[];
  /** How often a plan comes; null for a single visit. */
  frequency: Frequency | null;
  /** Whether it is the customer's first visit, as far as we know. */
  first_visit: boolean;
};

export const NO_CHOICES: Choices = {
  hours: null,
  bedrooms: null,
  bathrooms: null,
  half_baths: null,
  square_feet: null,
  extras: [],
  frequency: null,
  first_visit: false,
};

/** The rooms of the smallest home that can be booked (spec section 5). */
export const SMALLEST_HOME = { bedrooms: 1, bathrooms: 1, half_baths: 0 };

/** What one choice adds to a visit, with its label for the customer. `fee`: not chosen, but charged all the same. */
export type Part = Rate & { kind: "rooms" | "extra" | "fee"; label: string };

/**
 * What is added to the base of a visit, each part with its own cents and minutes; parts of nothing are left out. Throws a
 * RangeError for an extra that is not offered or not so often, and for a home without a band.
 */
export function partsOf(rules: PriceRules, choices: Choices): Part[] {
  const home: Part[] = rules.by === "home" ? partsOfHome(rules, choices) : [];
  const extras = choices.extras.map(({ id, quantity }): Part => {
    const extra = rules.extras.find((one) => one.id === id);
    if (!extra || !Number.isSafeInteger(quantity) || quantity < 1 || quantity > extra.most)
      throw new RangeError(`${quantity} × ${id} is not offered.`);
    const label = quantity > 1 ? `${extra.title} × ${quantity}` : extra.title;
    return { kind: "extra", label, ...times(extra, quantity) };
  });
  return [...home, ...extras].filter(({ cents, minutes }) => cents > 0 || minutes > 0);
}

/** The chosen extras with what one of each costs and takes now. A booking keeps them. */
export function frozenExtras({ extras }: PriceRules, chosen: Pick<Choices, "extras">) {
  return chosen.extras.flatMap(({ id, quantity }) => {
    const extra = extras.find((one) => one.id === id);
    return extra ? [{ id, title: extra.title, quantity, cents: extra.cents, minutes: extra.minutes }] : [];
  });
}

function partsOfHome(rules: PriceRules, { square_feet, ...rooms }: Choices): Part[] {
  const band = bandOf(rules, square_feet);
  if (band === null) throw new RangeError(`A home of ${square_feet} square feet needs an estimate.`);
  const { bedrooms, bathrooms, half_baths } = rooms;
  const parts = [
    { label: counted(bedrooms, "bedroom"), ...times(rules.bedroom, bedrooms) },
    { label: counted(bathrooms, "bathroom"), ...times(rules.bathroom, bathrooms) },
    { label: counted(half_baths, "half bath"), ...times(rules.half_bath, half_baths) },
    ...(band ? [{ label: formatSize(band.up_to), cents: band.cents, minutes: band.minutes }] : []),
  ];
  return parts.map((part) => ({ kind: "rooms", ...part }));
}

function times({ cents, minutes }: Rate, count: number | null): Rate {
  return { cents: cents * (count ?? 0), minutes: minutes * (count ?? 0) };
}

/** "1 bedroom", "3 bedrooms". */
function counted(count: number | null, thing: string): string {
  return `${count ?? 0} ${thing}${count === 1 ? "" : "s"}`;
}
