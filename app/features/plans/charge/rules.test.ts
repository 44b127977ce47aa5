import fc from "fast-check";
import { expect, test } from "vitest";
import {
  isCalledUncharged,
  missingIn,
  owedCharge,
  paidUntilThere,
  shareOf,
  unchargedOn,
  type VisitOfMonth,
  withoutUncharged,
} from "./rules";

const other = "Paid visits were cancelled with the plan: Jul 11, 2026.";
const both = `${unchargedOn("2026-07-01")}\n${other}`;

test("a month that was never charged is no longer asked about once its visits are gone", () => {
  expect(withoutUncharged(both, ["2026-07-01"])).toBe(other);
  expect(withoutUncharged(unchargedOn("2026-07-01"), ["2026-07-01"])).toBeNull();
  expect(withoutUncharged(both, ["2026-08-01"])).toBe(both);
  expect(withoutUncharged(null, ["2026-07-01"])).toBeNull();
});

test("only the month that was never charged counts as one", () => {
  expect(isCalledUncharged(both, "2026-07-01")).toBe(true);
  expect(isCalledUncharged(both, "2026-07-11")).toBe(false);
  expect(isCalledUncharged(null, "2026-07-01")).toBe(false);
});

const charge = (month: number, status: "draft" | "open" | "paid" | "void", tries = 1) => ({
  status,
  tries,
  period_start: Temporal.Instant.from(`2026-0${month}-01T16:00:00Z`),
  period_end: Temporal.Instant.from(`2026-0${month + 1}-01T16:00:00Z`),
});
const [june, july, august] = [charge(6, "paid"), charge(7, "open"), charge(8, "open")];

test.each([
  ["the failed one", [june, july], july],
  ["the first of several failed ones", [june, july, august], july],
  ["the failed one after a skipped month", [june, charge(7, "void"), august], august],
  ["none before a paid one", [june, july, charge(8, "paid")], null],
  ["none that was not tried yet", [june, charge(7, "open", 0)], null],
  ["none of a draft", [june, charge(7, "draft")], null],
])("a plan owes %s", (_, charges, owed) => {
  expect(owedCharge(charges)).toBe(owed);
});

const [start, end] = [june.period_start, june.period_end];
const plan = { status: "active" as const, period_start: start, period_end: end };

test.each([
  ["by the plan", plan, [june], "2026-07-01"],
  ["by a later charge", plan, [june, charge(7, "paid")], "2026-08-01"],
  ["until the charge that failed", plan, [june, july], "2026-07-01"],
  ["until the charge that is owed", { ...plan, status: "past_due" as const }, [], "2026-06-01"],
  ["by a charge that was owed", { ...plan, status: "past_due" as const }, [june], "2026-07-01"],
])("a plan that the provider ended is paid %s", (_, kept, charges, until) => {
  expect(paidUntilThere(kept, charges, { zone: "America/New_York" })).toBe(until);
});

const visit = (own: string, state: VisitOfMonth["state"]): VisitOfMonth => ({ own, state });
const kept = visit("2026-07-07", "kept");
const skipped = visit("2026-07-07", "cancelled");
const gone = visit("2026-07-07", "released");
const late = visit("2026-07-21", "released");
const biweekly = { frequency: "biweekly" as const, ends_on: null };
const monthly = { frequency: "monthly" as const, ends_on: null };

test.each([
  ["all visits when none were planned", biweekly, [], "all"],
  ["all visits when all were released", biweekly, [gone, late], "all"],
  ["nothing when a visit was skipped alone", biweekly, [skipped], []],
  ["what was released beside a kept visit", biweekly, [kept, late], ["2026-07-21"]],
  ["what was released beside a skipped visit", biweekly, [skipped, late], ["2026-07-21"]],
  ["nothing after the plan's last day", { ...biweekly, ends_on: "2026-07-20" }, [kept, late], []],
  ["nothing when a monthly plan had none planned", monthly, [], []],
  ["all visits when that of a monthly plan was released", monthly, [gone], "all"],
])("a charged month misses %s", (_, of, visits, missing) => {
  expect(missingIn(of, visits)).toEqual(missing);
});

test("the shares of a month's visits add up to its price, to the cent", () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), fc.integer({ min: 1, max: 6 }), (price, visits) => {
      const shares = Array.from({ length: visits }, (_, index) => shareOf(price, visits, index));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(price);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
  expect(shareOf(28_900, 3, 0)).toBe(9633);
  expect(shareOf(28_900, 3, 3)).toBe(0);
  expect(shareOf(28_900, 0, -1)).toBe(0);
});
