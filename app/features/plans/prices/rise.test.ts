import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type MonthPrice,
  nextPrice,
  otherAmount,
  type PriceChange,
  priceOn,
  replacedBy,
  taxIn,
} from "./price";
import { riseOf } from "./rise";

const NO_TAX = { collect: false, rate: 8.5 };
const AT = { tax: NO_TAX, zone: "America/New_York", planned: false };
const plan = {
  status: "active" as const,
  amount: 28_900,
  tax_amount: 0,
  price_lines: [{ kind: "service" as const, label: "Monthly Home Care, monthly", amount: 28_900 }],
  billing_anchor: Temporal.Instant.from("2026-06-01T16:00:00Z"),
  period_end: Temporal.Instant.from("2026-07-01T16:00:00Z"),
  ends_on: null,
  customer_email: "ada@mail.example",
};
const percent = (value: number) => ({ by: "percent" as const, percent: value });

describe("a rise", () => {
  test.each([
    ["on the day of a charge", "2026-07-01", "2026-07-01"],
    ["a day later", "2026-07-02", "2026-08-01"],
    ["in some months", "2026-10-15", "2026-11-01"],
  ])("%s counts from the first charge on", (_, from, starts_on) => {
    expect(riseOf(plan, percent(10), from, AT)).toMatchObject({
      ok: true,
      risen: { amount: 31_790, starts_on },
    });
  });

  test("is before tax, and taxed as today", () => {
    const taxed = { ...plan, amount: 30_000, tax_amount: 1100 };
    const tax = { collect: true, rate: 10 };
    expect(riseOf(taxed, { by: "amount", net: 30_000 }, "2026-07-01", { ...AT, tax })).toMatchObject({
      risen: { amount: 33_000, tax_amount: 3000 },
    });
  });

  test.each([
    ["that has ended", { status: "ended" as const }, "It isn't running."],
    ["that was not paid", { status: "pending" as const }, "It isn't running."],
    ["that ends before", { ends_on: "2026-07-31" }, "It ends before."],
    [
      "whose notice nobody would get",
      { customer_email: null },
      "It has no email address: call the customer.",
    ],
    ["that costs as much", { amount: 40_000, price_lines: [] }, "It costs that much already."],
  ])("leaves out a plan %s", (_, changes, why) => {
    expect(riseOf({ ...plan, ...changes }, { by: "amount", net: 30_000 }, "2026-07-20", AT)).toEqual({
      ok: false,
      why,
    });
  });

  test("leaves out a plan that has another price planned", () => {
    const decided = riseOf(plan, percent(10), "2026-07-01", { ...AT, planned: true });
    expect(decided).toMatchObject({ ok: false, why: "It already has another price planned." });
  });
});

const line = fc.record({
  kind: fc.constantFrom("service" as const, "rooms" as const, "extra" as const, "tax" as const),
  label: fc.constantFrom("Service", "Rooms", "New price", "Oven", "Tax (8.5%)"),
  amount: fc.integer({ min: -5000, max: 50_000 }),
});

test("another price is the sum of its lines to the cent, however often it is set", () => {
  fc.assert(
    fc.property(
      fc.array(line),
      fc.array(fc.record({ net: fc.integer({ min: 1, max: 1e6 }), rate: fc.nat(20) }), { minLength: 1 }),
      (price_lines, prices) => {
        let now: MonthPrice = { amount: 0, price_lines };
        for (const { net, rate } of prices) {
          now = otherAmount(now, net, { collect: true, rate });
          expect(now.price_lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(now.amount);
          expect(now.amount).toBe(net + Math.round((net * rate) / 100));
        }
        expect(
          now.price_lines.filter(({ label, kind }) => label === "New price" && kind === "service").length,
        ).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("each charge costs the newest price that had begun by then", () => {
  const change = (
    starts_on: string,
    before: number,
    amount: number,
    status: PriceChange["status"] = "applied",
  ): PriceChange => ({
    ...{ status, starts_on, amount, price_lines: [], before_amount: before, before_lines: [] },
  });
  const changes = [
    change("2026-08-01", 100, 200),
    change("2026-10-01", 200, 900, "withdrawn"),
    change("2026-10-01", 200, 300),
    change("2026-10-01", 300, 350),
    change("2026-12-01", 350, 400, "scheduled"),
  ];
  const on = (day: string) => priceOn({ amount: 350, price_lines: [] }, changes, day).amount;
  expect(["2026-07-01", "2026-08-01", "2026-09-30", "2026-10-01", "2026-12-01"].map(on)).toEqual([
    100, 200, 200, 350, 400,
  ]);
  expect(priceOn({ amount: 350, price_lines: [] }, [], "2026-01-01").amount).toBe(350);
});

describe("prices to come", () => {
  const month = { amount: 28_900, price_lines: [] };
  const to = (amount: number, starts_on: string, status: PriceChange["status"] = "scheduled") => {
    const before = { before_amount: 28_900, before_lines: [] };
    return { amount, price_lines: [], status, starts_on, ...before } satisfies PriceChange;
  };
  const TODAY = "2026-06-15";

  test("are scheduled, or applied for a charge after today", () => {
    const [early, later] = [to(31_000, "2026-07-01", "applied"), to(32_000, "2026-08-01")];
    expect(nextPrice([later, early], TODAY)).toBe(early);
    expect(nextPrice([later, early], "2026-07-01")).toBe(later);
    expect(nextPrice([to(31_000, "2026-07-01", "withdrawn")], TODAY)).toBeUndefined();
  });

  test.each([
    ["today's price takes a scheduled one back", 28_900, "2026-08-01", "scheduled", 1, false],
    ["an earlier charge takes it back, too", 28_900, "2026-07-01", "scheduled", 1, false],
    ["the same price leaves it", 50_000, "2026-08-01", "scheduled", 0, false],
    ["another price takes its place", 30_000, "2026-08-01", "scheduled", 1, true],
    ["today's price takes an early one back", 28_900, "2026-08-01", "applied", 1, false],
    ["a later price leaves an early one", 28_900, "2026-09-01", "applied", 0, true],
  ] as const)("%s", (_, amount, starts_on, status, dropped, isNew) => {
    const now = status === "applied" ? { ...month, amount: 50_000 } : month;
    const changes = [to(50_000, "2026-08-01", status)];
    const outcome = replacedBy({ amount, starts_on }, now, changes, TODAY);
    expect(outcome).toMatchObject({ isNew });
    expect(outcome.dropped).toHaveLength(dropped);
  });

  test("have their tax in a line, which had no kind before", () => {
    const lines = [
      { label: "Plan", amount: 100 },
      { label: "Tax (8.5%)", amount: 9 },
    ];
    expect(taxIn(lines)).toBe(9);
    expect(
      taxIn([
        { kind: "tax", label: "Tax", amount: 7 },
        { kind: "extra", label: "Tax (1%)", amount: 1 },
      ]),
    ).toBe(7);
  });
});
