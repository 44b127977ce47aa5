import fc from "fast-check";
import { expect, test } from "vitest";
import { overrunOf, type TimedVisit } from "./overrun";

const took = (...actuals: number[]): TimedVisit[] => actuals.map((actual) => ({ planned: 180, actual }));
const PRICED = { price: 15_900, hourly: 5_300 };

test("a home that took about 40 minutes more, three times, gets a longer visit and its price proposed", () => {
  expect(overrunOf(took(220, 225, 218), PRICED)).toEqual({
    longer: [40, 45, 38],
    minutes: { now: 180, next: 225 },
    price: { now: 15_900, next: 19_875 },
  });
});

test.each([
  ["two visits", took(220, 220)],
  ["one of three as planned", took(220, 180, 240, 240)],
  ["less than 20 percent more", took(215, 220, 220)],
])("%s say nothing", (_, visits) => expect(overrunOf(visits, PRICED)).toBeNull());

test("less than 20 minutes more says nothing, whatever the percentage", () => {
  expect(
    overrunOf(
      Array.from({ length: 3 }, () => ({ planned: 60, actual: 79 })),
      PRICED,
    ),
  ).toBeNull();
});

test("only the last three count", () => {
  expect(overrunOf(took(220, 220, 220, 180, 100), PRICED)).not.toBeNull();
});

test("without an hourly rate the price grows as the length does; without a price there is none", () => {
  const visits = took(240, 240, 240);
  expect(overrunOf(visits, { price: 18_000, hourly: null })?.price).toEqual({ now: 18_000, next: 24_000 });
  expect(overrunOf(visits, { price: null, hourly: 5_300 })?.price).toBeNull();
});

test("a proposal is never shorter or cheaper, and lies in quarters of an hour", () => {
  const visit = fc.record({
    planned: fc.integer({ min: 15, max: 600 }),
    actual: fc.integer({ min: 1, max: 1_200 }),
  });
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 5 }), fc.nat({ max: 90_000 }), (visits, price) => {
      const overrun = overrunOf(visits, { price, hourly: null });
      if (!overrun) return;
      expect(overrun.minutes.next).toBeGreaterThan(overrun.minutes.now);
      expect(overrun.minutes.next % 15).toBe(0);
      expect(overrun.price?.next).toBeGreaterThanOrEqual(price);
    }),
  );
});
