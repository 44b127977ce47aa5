import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aService, autoDetailing, houseWashing, monthlyHomeCare } from "../../../tests/support/services";
import { priceBooking } from "./pricing";

const noTax = { collect: false, rate: 8.5 };
const withTax = { collect: true, rate: 8.5 };

describe("priceBooking", () => {
  test("charges the rate times the hours, without tax when tax is off", () => {
    expect(priceBooking(aService(), 3, noTax)).toEqual({
      lines: [{ label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 }],
      total_amount: 15900,
      tax: 0,
      charge: 15900,
    });
  });

  test("the sample order: 3 hours at $53 with 8.5% tax is $172.52", () => {
    expect(priceBooking(aService(), 3, withTax)).toEqual({
      lines: [
        { label: "Regular Cleaning, 3 hours × $53.00", amount: 15900 },
        { label: "Tax (8.5%)", amount: 1352 },
      ],
      total_amount: 15900,
      tax: 1352,
      charge: 17252,
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
    expect(priceBooking(service, hours, noTax)).toMatchObject({ lines: [{ label, amount }], charge: amount });
  });

  test("has no tax line when there is nothing to tax or the rate is 0", () => {
    expect(priceBooking(houseWashing, null, withTax).lines).toHaveLength(1);
    expect(priceBooking(aService(), 3, { collect: true, rate: 0 }).lines).toHaveLength(1);
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
    expect(priceBooking(service, null, { collect: true, rate }).tax).toBe(tax);
  });

  test("prices are shown in the company's currency", () => {
    expect(priceBooking(aService(), 2, noTax, "EUR").lines[0]?.label).toBe(
      "Regular Cleaning, 2 hours × €53.00",
    );
  });

  test.each([null, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s hours", (hours) => {
    expect(() => priceBooking(aService(), hours, noTax)).toThrow(RangeError);
  });

  test.each([-1, 101, Number.NaN])("refuses a tax rate of %s", (rate) => {
    expect(() => priceBooking(aService(), 3, { collect: true, rate })).toThrow(RangeError);
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
          const price = priceBooking(aService({ price_per_hour: rate }), hours, tax);
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
