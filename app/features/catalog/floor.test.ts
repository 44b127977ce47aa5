import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aService } from "../../../tests/support/services";
import { belowFloor, floorText, lowestRate, type Way, waysOf } from "./floor";
import { FREQUENCIES } from "./frequency";
import { LONGEST_VISIT, priceBooking } from "./pricing";
import { type Choices, PLAIN_RULES, type PriceRules, visitShare } from "./rules";

const NO_TAX = { collect: false, rate: 0 };
const priced = (prices: PriceRules) => aService({ prices });

describe("the lowest price of an hour of a crew", () => {
  test("is the rate of a service that is priced by the hour", () => {
    expect(lowestRate(aService({ price_per_hour: 5350 }), "once")?.cents).toBe(5350);
  });

  test("is the share of a month, for a plan that is charged by the month", () => {
    // $289.00 × 12 / 26 visits is $133.38 for 3 hours.
    const monthly = aService({ subscription_type: "monthly", price_per_hour: 28900 });
    expect(waysOf(monthly)).toEqual(["biweekly"]);
    expect(lowestRate(monthly, "biweekly")).toMatchObject({ cents: 4446, minutes: 180 });
  });

  test("is found where an extra pays less than the visit", () => {
    const rules: PriceRules = {
      ...PLAIN_RULES,
      base: { cents: 10_000, minutes: 120 },
      extras: [
        { id: "oven", title: "Inside oven", picture: null, most: 2, cents: 1000, minutes: 60 },
        { id: "windows", title: "Windows", picture: null, most: 5, cents: 6000, minutes: 30 },
      ],
    };
    // $100 and $20 for 4 hours.
    const rate = lowestRate(priced(rules), "once");
    expect(rate).toMatchObject({ cents: 3000, choices: { extras: [{ id: "oven", quantity: 2 }] } });
    expect(rate && floorText(rate, rules, 4500)).toBe(
      "Sold once, it comes to $30.00 per crew-hour (Inside oven × 2), below the floor of $45.00.",
    );
  });

  test("is none if the shortest visit is longer than can be booked", () => {
    const rules = { ...PLAIN_RULES, base: { cents: 90_000, minutes: LONGEST_VISIT + 15 } };
    expect(lowestRate(priced(rules), "once")).toBeNull();
  });
});

test("a service is below the floor by its first way that is, to the cent", () => {
  const service = priced({
    ...PLAIN_RULES,
    base: { cents: 10_000, minutes: 120 },
    frequencies: {
      weekly: { cents: 9_000, per: "visit" },
      monthly: { cents: 8_999, per: "month" },
    },
  });
  expect(belowFloor(service, 0)).toBeNull();
  expect(belowFloor(service, 4499)).toBeNull();
  expect(belowFloor(service, 4500)).toMatchObject({ way: "monthly", cents: 4499 });
  expect(belowFloor(service, 5001)).toMatchObject({ way: "once", cents: 5000 });
});

const rate = fc.record({
  cents: fc.integer({ min: 0, max: 9000 }),
  minutes: fc.integer({ min: 0, max: 90 }),
});
const extra = fc.record({ rate, most: fc.integer({ min: 1, max: 2 }) });
const price = fc.record({
  cents: fc.integer({ min: 1000, max: 40_000 }),
  per: fc.constantFrom("visit" as const, "month" as const),
});
const rulesAtRandom = fc
  .record({
    by: fc.constantFrom("hour" as const, "flat" as const, "home" as const),
    ...{ base: rate, bedroom: rate, bathroom: rate, half_bath: rate, first_visit: rate },
    bands: fc.array(rate, { maxLength: 2 }),
    extras: fc.array(extra, { maxLength: 2 }),
    minimum: fc.integer({ min: 0, max: 20_000 }),
    frequencies: fc.record(Object.fromEntries(FREQUENCIES.map((one) => [one, price])), { requiredKeys: [] }),
  })
  .map(
    ({ bands, extras, base, ...rules }): PriceRules => ({
      ...rules,
      base: { cents: base.cents + 100, minutes: rules.by === "hour" ? 60 : base.minutes + 15 },
      bands: bands.map((one, index) => ({ ...one, up_to: 1000 * (index + 1) })),
      extras: extras.map(({ rate: each, most }, index) => ({
        ...{ ...each, most, id: `extra-${index}`, title: `Extra ${index}`, picture: null },
      })),
      frequencies: rules.by === "hour" ? {} : rules.frequencies,
    }),
  );

/** Everything that can be booked under the rules, in one way. */
function everything({ by, bands, extras }: PriceRules, way: Way): Partial<Choices>[] {
  const home = by === "home";
  const options: Partial<Choices>[][] = [
    by === "hour" ? [1, 2, 3, 4, 6, 8, 10].map((hours) => ({ hours })) : [{}],
    home ? [1, 2, 3, 4, 5].map((bedrooms) => ({ bedrooms })) : [{}],
    home ? [1, 2, 3, 4].map((bathrooms) => ({ bathrooms })) : [{}],
    home ? [0, 1, 2, 3].map((half_baths) => ({ half_baths })) : [{}],
    home && bands.length > 0 ? bands.map(({ up_to }) => ({ square_feet: up_to })) : [{}],
    way === "once" ? [{ first_visit: false }, { first_visit: true }] : [{ frequency: way }],
  ];
  const quantities = extras.map(({ id, most }) =>
    Array.from({ length: most + 1 }, (_, quantity) => (quantity > 0 ? [{ id, quantity }] : [])),
  );
  const chosen = quantities.reduce<{ id: string; quantity: number }[][]>(
    (all, each) => all.flatMap((one) => each.map((more) => [...one, ...more])),
    [[]],
  );
  return options.reduce(
    (all, each) => all.flatMap((one) => each.map((more) => ({ ...one, ...more }))),
    [...chosen.map((one): Partial<Choices> => ({ extras: one }))],
  );
}

test("nothing that can be booked pays less for an hour, and the choices named cost what is said", () => {
  fc.assert(
    fc.property(rulesAtRandom, (rules) => {
      const service = priced(rules);
      const hourly = (way: Way, choices: Partial<Choices>) => {
        const { total_amount, visit, minutes } = priceBooking(service, choices, NO_TAX);
        const amount = visit?.amount ?? (way === "once" ? total_amount : visitShare(total_amount, way));
        return { perHour: (amount * 60) / minutes, minutes };
      };
      for (const way of waysOf(service)) {
        const lowest = lowestRate(service, way);
        const all = everything(rules, way)
          .map((choices) => hourly(way, choices))
          .filter(({ minutes }) => minutes <= LONGEST_VISIT);
        expect(lowest === null).toBe(all.length === 0);
        if (!lowest) continue;
        for (const { perHour } of all) expect(lowest.cents).toBeLessThanOrEqual(perHour + 1e-6);
        const named = hourly(way, lowest.choices);
        expect(lowest.cents).toBe(Math.floor(named.perHour + 1e-9));
        expect(lowest.minutes).toBe(named.minutes);
      }
    }),
    { numRuns: 25 },
  );
});
