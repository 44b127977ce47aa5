import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aService, autoDetailing, houseWashing, monthlyHomeCare } from "../../../tests/support/services";
import { priceBooking, shortestVisit } from "./pricing";
import { PLAIN_RULES, type PriceRules } from "./rules";

const byHome: PriceRules = {
  ...PLAIN_RULES,
  by: "home",
  base: { cents: 9000, minutes: 60 },
  bedroom: { cents: 1500, minutes: 20 },
  bathroom: { cents: 2500, minutes: 25 },
  half_bath: { cents: 1000, minutes: 10 },
  bands: [
    { up_to: 1000, cents: 0, minutes: 0 },
    { up_to: 2500, cents: 4000, minutes: 40 },
  ],
  extras: [{ id: "oven", title: "Inside oven", picture: null, most: 2, cents: 3000, minutes: 30 }],
  first_visit: { cents: 5000, minutes: 45 },
  minimum: 15000,
  frequencies: { weekly: { cents: 7000, per: "visit" }, monthly: { cents: 20000, per: "month" } },
};
const noTax = { collect: false, rate: 8.5 };
const withTax = { collect: true, rate: 8.5 };

describe("priceBooking", () => {
  test("charges the rate times the hours, without tax when tax is off", () => {
    expect(priceBooking(aService(), { hours: 3 }, noTax)).toEqual({
      lines: [{ kind: "service", label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 }],
      total_amount: 15900,
      tax: 0,
      charge: 15900,
      minutes: 180,
    });
  });

  test("the sample order: 3 hours at $53 with 8.5% tax is $172.52", () => {
    expect(priceBooking(aService(), { hours: 3 }, withTax)).toEqual({
      lines: [
        { kind: "service", label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 },
        { kind: "tax", label: "Tax (8.5%)", amount: 1352 },
      ],
      total_amount: 15900,
      tax: 1352,
      charge: 17252,
      minutes: 180,
    });
  });

  test.each([
    ["one hour", aService(), 1, "Regular Cleaning, 1 hour × $53.00", 5300],
    [
      "once for a monthly service, whatever the hours",
      monthlyHomeCare,
      8,
      "Monthly Home Care, monthly",
      28900,
    ],
    ["once for a fixed price", autoDetailing, null, "Mobile Auto Detailing", 18900],
    ["none until the price is estimated", houseWashing, null, "House Washing", 0],
  ])("adds tax: %s", (_, service, hours, label, amount) => {
    expect(priceBooking(service, { hours }, noTax)).toMatchObject({
      lines: [{ label, amount }],
      charge: amount,
    });
  });

  test("has no tax line when there is nothing to tax or the rate is 0", () => {
    expect(priceBooking(houseWashing, { hours: null }, withTax).lines).toHaveLength(1);
    expect(priceBooking(aService(), { hours: 3 }, { collect: true, rate: 0 }).lines).toHaveLength(1);
  });

  test.each([
    [10, 5, 1],
    [9, 5, 0],
    [100, 8.5, 9],
    [100, 8.4999, 8],
    [10050, 1.005, 101],
    [15900, 100, 15900],
  ])("the tax on %d cents at %d percent is %d, rounded half up", (price, rate, tax) => {
    const service = aService({ title: "Auto Detail", price_per_hour: price });
    expect(priceBooking(service, { hours: null }, { collect: true, rate }).tax).toBe(tax);
  });

  test("prices are shown in the company's currency", () => {
    expect(priceBooking(aService(), { hours: 2 }, noTax, "EUR").lines[0]?.label).toBe(
      "Regular Cleaning, 2 hours × €53.00",
    );
  });

  test.each([null, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s hours", (hours) => {
    expect(() => priceBooking(aService(), { hours }, noTax)).toThrow(RangeError);
  });

  test.each([-1, 101, Number.NaN])("refuses a tax rate of %s", (rate) => {
    expect(() => priceBooking(aService(), { hours: 3 }, { collect: true, rate })).toThrow(RangeError);
  });

  test("amounts are whole cents that add up, and the tax is exact to half a cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom(1, 2, 3, 4, 6, 8),
        fc.integer({ min: 0, max: 10_000 }),
        fc.boolean(),
        (rate, hours, hundredths, collect) => {
          const tax = { collect, rate: hundredths / 100 };
          const price = priceBooking(aService({ price_per_hour: rate }), { hours }, tax);
          expect(price.total_amount).toBe(rate * hours);
          expect(price.charge).toBe(price.total_amount + price.tax);
          expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.charge);
          for (const { amount } of price.lines) expect(Number.isSafeInteger(amount)).toBe(true);
          const exact = collect ? BigInt(price.total_amount) * BigInt(hundredths) : 0n;
          const error = BigInt(price.tax) * 10_000n - exact;
          expect(error > -5_000n && error <= 5_000n).toBe(true);
        },
      ),
    );
  });
});

describe("prices by the home", () => {
  const service = aService({ title: "Home Cleaning", prices: byHome });
  const home = { bedrooms: 3, bathrooms: 2, half_baths: 1, square_feet: 1800 };

  test("add up base, rooms, size and extras in cents and minutes, to the next quarter of an hour", () => {
    const price = priceBooking(service, { ...home, extras: [{ id: "oven", quantity: 2 }] }, noTax);
    expect(price.lines).toEqual([
      { kind: "service", label: "Home Cleaning", amount: 9000 },
      { kind: "rooms", label: "3 bedrooms", amount: 4500 },
      { kind: "rooms", label: "2 bathrooms", amount: 5000 },
      { kind: "rooms", label: "1 half bath", amount: 1000 },
      { kind: "rooms", label: "Up to 2,500 sq ft", amount: 4000 },
      { kind: "extra", label: "Inside oven × 2", amount: 6000 },
    ]);
    expect(price).toMatchObject({ charge: 29500, minutes: 285 }); // 60 + 60 + 50 + 10 + 40 + 60 = 280
  });

  test("cost the minimum at least, with a line of its own", () => {
    const price = priceBooking(
      service,
      { bedrooms: 1, bathrooms: 1, half_baths: 0, square_feet: 800 },
      noTax,
    );
    expect(price.lines.at(-1)).toEqual({ kind: "fee", label: "Minimum charge", amount: 2000 });
    expect(price.charge).toBe(15000);
  });

  test("add the surcharge to a first visit", () => {
    const price = priceBooking(service, { ...home, first_visit: true }, noTax);
    expect(price.lines.at(-1)).toEqual({ kind: "fee", label: "First visit", amount: 5000 });
    expect(price).toMatchObject({ charge: 28500, minutes: 270 }); // 220 + 45 = 265
  });

  test("charge a plan a twelfth of its visits of a year, each at its frequency's own price", () => {
    const price = priceBooking(service, { ...home, frequency: "weekly", first_visit: true }, withTax);
    expect(price.visit).toMatchObject({ amount: 21500 });
    expect(price.lines[0]).toEqual({
      kind: "service",
      label: "Home Cleaning, 52 visits a year at $215.00",
      amount: Math.round((21500 * 52) / 12),
    });
    expect(price.total_amount).toBe(93167); // without the surcharge of a first visit
  });

  test("add rooms and extras to a price by the month for each visit", () => {
    const price = priceBooking(service, { ...home, frequency: "monthly" }, noTax);
    expect(price.lines[0]).toEqual({ kind: "service", label: "Home Cleaning, monthly", amount: 20000 });
    expect(price.charge).toBe(34500);
  });

  test.each([
    ["an extra that is not offered", { extras: [{ id: "roof", quantity: 1 }] }],
    ["more of an extra than can be booked", { extras: [{ id: "oven", quantity: 3 }] }],
    ["a home above the last band", { square_feet: 2501 }],
    ["a home without its size", { square_feet: null }],
    ["a frequency that is not sold", { frequency: "biweekly" as const }],
  ])("refuse %s", (_, change) => {
    expect(() => priceBooking(service, { ...home, ...change }, noTax)).toThrow(RangeError);
  });
});

test.each([
  ["an hour, by the hour", aService(), 60],
  ["its own length, for a flat price", aService({ ...autoDetailing, visit_minutes: 150 }), 150],
  [
    "the quickest size of home, by the home",
    aService({
      prices: { ...byHome, bands: byHome.bands.map((band) => ({ ...band, minutes: 2500 - band.up_to })) },
    }),
    105,
  ],
  ["the smallest home without sizes", aService({ prices: { ...byHome, bands: [] } }), 105],
])("shortestVisit: %s", (_, service, minutes) => {
  expect(shortestVisit(service)).toBe(minutes);
});

describe("a coupon", () => {
  const regular = aService({ price_per_hour: 5300 });
  const taxed = { collect: true, rate: 8.5 };
  const percent = (percent: number) => ({ code: "SPRING", percent, amount: null });
  const amount = (amount: number) => ({ code: "SPRING", percent: null, amount });

  test("lowers what is taxed", () => {
    const price = priceBooking(regular, { hours: 3 }, taxed, "USD", percent(20));
    expect(price.lines).toEqual([
      { kind: "service", label: "Regular Cleaning, 3 hours × $53.00", amount: 15_900 },
      { kind: "discount", label: "Code SPRING (20% off)", amount: -3180 },
      { kind: "tax", label: "Tax (8.5%)", amount: 1081 },
    ]);
    expect(price).toMatchObject({ total_amount: 12_720, tax: 1081, charge: 13_801 });
  });

  test.each([
    [1, 5, 0],
    [10, 5, 1],
    [33, 5, 2],
    [50, 1, 1],
    [49, 1, 0],
    [100, 12_345, 12_345],
  ])("of %d%% takes off half a cent of %d cents and more as a cent: %d", (rate, cents, off) => {
    const one = priceBooking(aService({ price_per_hour: cents }), { hours: 1 }, taxed, "USD", percent(rate));
    expect(one.total_amount).toBe(cents - off);
  });

  test("of an amount never takes off more than the price", () => {
    const price = priceBooking(regular, { hours: 1 }, taxed, "USD", amount(99_999));
    expect(price).toMatchObject({ total_amount: 0, tax: 0, charge: 0 });
    expect(price.lines.map((line) => line.amount)).toEqual([5300, -5300]);
  });

  test("changes nothing of a plan", () => {
    const plan = [monthlyHomeCare, { frequency: "biweekly" }, taxed, "USD"] as const;
    expect(priceBooking(...plan, percent(50))).toEqual(priceBooking(...plan));
  });

  test("leaves whole cents that add up, between nothing and the price", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.oneof(
          fc.integer({ min: 1, max: 100 }).map(percent),
          fc.integer({ min: 1, max: 2_000_000 }).map(amount),
        ),
        fc.integer({ min: 0, max: 10_000 }),
        (rate, discount, hundredths) => {
          const tax = { collect: true, rate: hundredths / 100 };
          const without = priceBooking(aService({ price_per_hour: rate }), { hours: 1 }, tax);
          const price = priceBooking(aService({ price_per_hour: rate }), { hours: 1 }, tax, "USD", discount);
          expect(price.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(price.charge);
          expect(price.total_amount + price.tax).toBe(price.charge);
          expect(price.total_amount).toBeGreaterThanOrEqual(0);
          expect(price.charge).toBeLessThanOrEqual(without.charge);
          for (const line of price.lines) expect(Number.isSafeInteger(line.amount)).toBe(true);
        },
      ),
    );
  });
});
