import { type Cents, formatCents } from "~/lib/money";
import { FREQUENCY_LABELS, type Frequency } from "./frequency";
import { LONGEST_VISIT } from "./pricing";
import {
  type Choices,
  monthlyCharge,
  NO_CHOICES,
  type PriceRules,
  partsOf,
  type Rate,
  visitShare,
} from "./rules";
import { frequenciesOf, isMonthly, rulesOf, type Service } from "./service";

/** A way in which a service is sold: visit by visit, or as a plan of a frequency. */
export type Way = "once" | Frequency;

export const WAY_LABELS: Record<Way, string> = { once: "Sold once", ...FREQUENCY_LABELS };

/** The homes that can be booked (spec section 5). */
const BEDROOMS = [1, 2, 3, 4, 5];
const BATHROOMS = [1, 2, 3, 4];
const HALF_BATHS = [0, 1, 2, 3];

/** What customers can choose that pays the least for an hour of a crew. */
export type LowestRate = {
  way: Way;
  choices: Choices;
  /** Of the visit, or its share of a plan's month; before tax. */
  amount: number;
  minutes: number;
  /** For an hour of the crew, rounded down to the cent. */
  cents: Cents;
};

/** The ways in which a service is sold, single visits first. */
export function waysOf(service: Service): Way[] {
  return [...(isMonthly(service) ? [] : (["once"] as const)), ...frequenciesOf(service)];
}

/**
 * The lowest price of an hour of a crew over everything that can be booked: each size of home, each number of each extra, each
 * number of hours. Null if even the shortest visit is longer than can be booked.
 */
export function lowestRate(service: Service, way: Way): LowestRate | null {
  const rules = rulesOf(service);
  const added = cheapestAdded(rules, way);
  const visits = basesOf(rules, way).flatMap(({ cents, minutes: base, hours }) =>
    added.flatMap((one, extra): LowestRate[] => {
      const minutes = extra === 0 ? base : Math.ceil((base + extra) / 15) * 15;
      if (!one || minutes > LONGEST_VISIT || minutes === 0) return [];
      const amount = amountOf(rules, way, cents + one.cents);
      const perHour = Math.floor((amount * 60) / minutes + 1e-9);
      return [{ way, choices: { ...one.choices, hours }, amount, minutes, cents: perHour }];
    }),
  );
  return visits.reduce<LowestRate | null>(
    (low, one) => (low && low.amount * one.minutes <= one.amount * low.minutes ? low : one),
    null,
  );
}

/** The first way in which a service is sold below the floor (cents for an hour of a crew); null if none is. */
export function belowFloor(service: Service, floor: Cents): LowestRate | null {
  if (floor <= 0) return null;
  const rates = waysOf(service).map((way) => lowestRate(service, way));
  return rates.find((rate) => rate !== null && rate.cents < floor) ?? null;
}

/** "Sold once, it comes to $38.20 per crew-hour (1 bedroom, 1 bathroom), below the floor of $45.00." */
export function floorText(
  { way, cents, choices }: LowestRate,
  rules: PriceRules,
  floor: Cents,
  currency = "USD",
): string {
  const chosen = choicesText(rules, choices);
  const lowest = `${WAY_LABELS[way]}, it comes to ${formatCents(cents, currency)} per crew-hour`;
  return `${lowest}${chosen && ` (${chosen})`}, below the floor of ${formatCents(floor, currency)}.`;
}

function choicesText(rules: PriceRules, choices: Choices): string {
  const { hours, first_visit } = choices;
  return [
    ...(hours ? [hours === 1 ? "1 hour" : `${hours} hours`] : []),
    ...partsOf(rules, choices).map(({ label }) => label.replace(/^Up/, "up")),
    ...(first_visit ? ["first visit"] : []),
  ].join(", ");
}

type Base = Rate & { hours: number | null };

/** What a visit costs and takes without anything added. Plans by the visit or month have a price of their own. */
function basesOf({ by, base, frequencies }: PriceRules, way: Way): Base[] {
  const price = way === "once" ? base.cents : (frequencies[way]?.cents ?? 0);
  if (by !== "hour") return [{ cents: price, minutes: base.minutes, hours: null }];
  return Array.from({ length: LONGEST_VISIT / 60 }, (_, index) => {
    const hours = index + 1;
    return { cents: way === "once" ? price * hours : price, minutes: hours * 60, hours };
  });
}

/** What is charged for a visit whose lines add up to this: in cents, not rounded for a share of a month. */
function amountOf({ minimum, frequencies }: PriceRules, way: Way, cents: Cents): number {
  if (way === "once") return Math.max(minimum, cents);
  return frequencies[way]?.per === "month" ? visitShare(cents, way) : Math.max(minimum, cents);
}

type Added = { cents: Cents; choices: Choices };

/** The cheapest of everything that can be added, by the minutes that it takes. */
function cheapestAdded(rules: PriceRules, way: Way): (Added | undefined)[] {
  const frequency = way === "once" ? null : way;
  const byMonth = frequency && rules.frequencies[frequency]?.per === "month";
  const priced = ({ cents }: Rate, count: number) =>
    byMonth ? monthlyCharge(cents * count, frequency) : cents * count;
  const start: Added = { cents: 0, choices: { ...NO_CHOICES, frequency } };
  return stepsOf(rules, way).reduce<(Added | undefined)[]>(
    (before, options) => {
      const after: (Added | undefined)[] = [];
      for (const [minutes, one] of before.entries()) {
        for (const { rate, count, choose } of one ? options : []) {
          const at = minutes + rate.minutes * count;
          if (!one || at > LONGEST_VISIT) continue;
          const cents = one.cents + priced(rate, count);
          const known = after[at];
          if (!known || cents < known.cents) after[at] = { cents, choices: choose(one.choices) };
        }
      }
      return Array.from(after);
    },
    [start],
  );
}

type Step = { rate: Rate; count: number; choose: (choices: Choices) => Choices }[];

/** Everything to choose, step by step, with all choices of each. */
function stepsOf(
  { by, bedroom, bathroom, half_bath, bands, extras, first_visit }: PriceRules,
  way: Way,
): Step[] {
  const rooms = (
    rate: Rate,
    counts: readonly number[],
    name: "bedrooms" | "bathrooms" | "half_baths",
  ): Step => counts.map((count) => ({ rate, count, choose: (choices) => ({ ...choices, [name]: count }) }));
  const home: Step[] = [
    rooms(bedroom, BEDROOMS, "bedrooms"),
    rooms(bathroom, BATHROOMS, "bathrooms"),
    rooms(half_bath, HALF_BATHS, "half_baths"),
    ...(bands.length > 0
      ? [
          bands.map((rate) => ({
            rate,
            count: 1,
            choose: (choices: Choices) => ({ ...choices, square_feet: rate.up_to }),
          })),
        ]
      : []),
  ];
  const added = extras.map((rate) =>
    Array.from({ length: rate.most + 1 }, (_, quantity) => ({
      rate,
      count: quantity,
      choose: (choices: Choices) =>
        quantity > 0 ? { ...choices, extras: [...choices.extras, { id: rate.id, quantity }] } : choices,
    })),
  );
  const first: Step = [false, true].map((isFirst) => ({
    rate: first_visit,
    count: isFirst ? 1 : 0,
    choose: (choices) => ({ ...choices, first_visit: isFirst }),
  }));
  return [...(by === "home" ? home : []), ...added, ...(way === "once" ? [first] : [])];
}
