import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  backOf,
  decideTip,
  isTipWelcome,
  MOST_TIP,
  splitTip,
  tipChoices,
  tipOf,
  tippedPrice,
  tipsOf,
} from "./tip";

describe("a tip", () => {
  test("is offered in whole dollars, of a small order in cents", () => {
    expect(tipOf(15_900, 10)).toBe(1600);
    expect(tipOf(15_900, 15)).toBe(2400);
    expect(tipOf(2000, 10)).toBe(200);
  });

  test.each([
    ["none", { choice: "none", amount: null }, 0],
    ["nothing chosen", { choice: "", amount: null }, 0],
    ["15 percent", { choice: "15", amount: null }, 2400],
    ["another amount", { choice: "other", amount: 1250 }, 1250],
    ["another amount of nothing", { choice: "other", amount: 0 }, 0],
  ])("of %s is taken", (_, wish, tip) => {
    expect(decideTip(wish, 15_900)).toEqual({ ok: true, tip });
  });

  test.each([
    ["that is no number", { choice: "other", amount: null }, "Enter a tip"],
    ["below nothing", { choice: "other", amount: -1 }, "Enter a tip"],
    ["that is too large", { choice: "other", amount: MOST_TIP + 1 }, "The most we take online is $500.00"],
    ["of an unknown choice", { choice: "99", amount: null }, "Choose a tip"],
  ])("%s is refused in words", (_, wish, words) => {
    expect(decideTip(wish, 15_900)).toMatchObject({ ok: false, message: expect.stringContaining(words) });
  });
});

test("a tip is split to the cent, nobody getting a cent more than another but for the rest", () => {
  expect(splitTip(1000, ["Ann", "Bob", "Cy"])).toEqual([
    { member: "Ann", amount: 334 },
    { member: "Bob", amount: 333 },
    { member: "Cy", amount: 333 },
  ]);
  fc.assert(
    fc.property(fc.nat({ max: 50_000 }), fc.integer({ min: 1, max: 9 }), (amount, count) => {
      const shares = splitTip(
        amount,
        Array.from({ length: count }, (_, index) => index),
      );
      const cents = shares.map((share) => share.amount);
      expect(cents.reduce((sum, one) => sum + one, 0)).toBe(amount);
      expect(Math.max(...cents) - Math.min(...cents)).toBeLessThanOrEqual(1);
    }),
  );
});

test("without members nobody gets a share", () => {
  expect(splitTip(1000, [])).toEqual([]);
});

const line = (kind: string, amount: number) => ({ kind, amount });

test("is offered of the price before tax, without other tips", () => {
  const lines = [line("service", 15_900), line("discount", -900), line("tax", 1275), line("tip", 2400)];
  expect(tippedPrice(lines)).toBe(15_000);
  expect(tipChoices(15_000, "USD")).toEqual([
    { percent: 10, amount: "$15" },
    { percent: 15, amount: "$23" },
    { percent: 20, amount: "$30" },
  ]);
});

test("is asked for once: again only after the first was given back", () => {
  const visit = line("service", 15_900);
  expect(isTipWelcome("completed", [visit])).toBe(true);
  expect(isTipWelcome("completed", [visit, line("tip", 2400)])).toBe(false);
  expect(isTipWelcome("completed", [visit, line("tip", 2400), line("tip", -2400)])).toBe(true);
  expect(isTipWelcome("confirmed", [visit])).toBe(false);
});

describe("what goes back of a payment when the visit does not take place", () => {
  const tips = { given: 2400, left: 2400 };
  const paid = 18_300;

  test.each([
    ["all", { paid, tips }, 100, { refund: 18_300, tip: 2400 }],
    ["the tip and half the price", { paid, tips }, 50, { refund: 10_350, tip: 2400 }],
    ["the tip alone, where all of the price is the fee", { paid, tips }, 0, { refund: 2400, tip: 2400 }],
    ["less what went back of the price", { paid, tips, refunded: 5000 }, 50, { refund: 5350, tip: 2400 }],
    [
      "the tip, where more of the price went back",
      { paid, tips, refunded: 9000 },
      50,
      { refund: 2400, tip: 2400 },
    ],
    [
      "what is left, if that is less than the tip",
      { paid, tips, refunded: 17_000 },
      50,
      { refund: 1300, tip: 1300 },
    ],
    [
      "no tip that went back before",
      { paid, tips: { given: 2400, left: 0 }, refunded: 2400 },
      50,
      { refund: 7950, tip: 0 },
    ],
    ["nothing of what was not paid", { paid: 0, tips }, 100, { refund: 0, tip: 0 }],
  ])("is %s", (_, money, percent, back) => {
    expect(backOf(money, percent)).toEqual(back);
  });

  test("is never less than the tip that is left, never more than is left, and grows with the price alone", () => {
    const cents = fc.nat({ max: 50_000 });
    fc.assert(
      fc.property(cents, cents, cents, fc.nat({ max: 100 }), (price, tip, earlier, percent) => {
        const money = { paid: price + tip, tips: { given: tip, left: tip } };
        const refunded = Math.min(earlier, price);
        const { refund } = backOf({ ...money, refunded }, percent);
        expect(refund).toBeGreaterThanOrEqual(tip);
        expect(refund).toBeLessThanOrEqual(price + tip - refunded);
        expect(refund - tip).toBe(backOf({ paid: price, refunded }, percent).refund);
      }),
    );
  });
});

test("lines say which tips were given, and what is left of them", () => {
  expect(tipsOf([line("service", 9000), line("tip", 2000), line("tip", -500)])).toEqual({
    given: 2000,
    left: 1500,
  });
});
