import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideGoodwill, formatTransfer, shareCredit, type Transfer } from "./credit";

describe("credit and what is left to pay", () => {
  const asked = { amount: 15_900, upfront: null, balance: 4000, currency: "USD" };

  test.each([
    ["pays its part", {}, { used: 4000, upfront: 11_900 }],
    ["pays everything", { balance: 20_000 }, { used: 15_900, upfront: 0 }],
    ["pays exactly everything", { balance: 15_900 }, { used: 15_900, upfront: 0 }],
    ["leaves what a card can pay", { balance: 15_880 }, { used: 15_850, upfront: 50 }],
    ["is left alone when there is none", { balance: 0 }, { used: 0, upfront: null }],
    ["is left alone when a card can pay no less", { amount: 40, balance: 30 }, { used: 0, upfront: null }],
    ["comes before a deposit", { upfront: 5000 }, { used: 4000, upfront: 1000 }],
    ["replaces a deposit, and pays of the rest", { upfront: 3000 }, { used: 4000, upfront: 0 }],
    ["leaves of a deposit what a card can pay", { upfront: 4010 }, { used: 3960, upfront: 50 }],
  ])("%s", (_, changes, share) => {
    expect(shareCredit({ ...asked, ...changes })).toEqual(share);
  });

  test("never use more than there is, and leave nothing or what a card can pay", () => {
    const cents = fc.nat({ max: 20_000 });
    fc.assert(
      fc.property(cents, cents, fc.option(cents), (amount, balance, deposit) => {
        const upfront = deposit === null ? null : Math.min(deposit, amount);
        const { used, upfront: left } = shareCredit({ amount, upfront, balance, currency: "USD" });
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThanOrEqual(Math.min(amount, balance));
        const asked = left ?? amount;
        expect(asked + used).toBeLessThanOrEqual(amount);
        if (used > 0) expect(asked === 0 || asked >= 50).toBe(true);
        else expect(left).toBe(upfront);
      }),
    );
  });
});

describe("goodwill", () => {
  const giver = { balance: 1000, left: 5000, currency: "USD" };
  test.each([
    ["is given", { amount: 5000, reason: "Sorry" }, { ok: true, amount: 5000, reason: "Sorry" }],
    ["is taken away", { amount: -1000, reason: "Typed twice" }, { ok: true }],
    ["needs an amount", { amount: null, reason: "Sorry" }, { field: "amount" }],
    ["is never nothing", { amount: 0, reason: "Sorry" }, { field: "amount" }],
    ["is never endless", { amount: 1_000_001, reason: "Sorry" }, { field: "amount" }],
    ["needs a reason", { amount: 100, reason: "" }, { field: "reason" }],
    [
      "is never below zero",
      { amount: -1001, reason: "?" },
      { message: "This customer has only $10.00 of credit." },
    ],
    ["has a limit", { amount: 5001, reason: "?" }, { message: expect.stringContaining("$50.00 more today") }],
  ])("%s", (_, wish, decision) => {
    expect(decideGoodwill(giver, wish)).toMatchObject(decision);
  });

  test("of an owner has no limit", () => {
    const wish = { amount: 100_000, reason: "Sorry" };
    expect(decideGoodwill({ ...giver, left: null }, wish)).toMatchObject({ ok: true });
  });
});

test.each<[Partial<Transfer>, string]>([
  [{ from: "goodwill", reason: "For the vase" }, "For the vase"],
  [{ from: "goodwill" }, "From us, with our thanks"],
  [{ to: "goodwill", given: false }, "Correction"],
  [{ from: "orders", refund: true, order: "#1042" }, "Refund of order #1042"],
  [{ from: "orders", order: "#1042" }, "Not used for order #1042"],
  [{ to: "orders", given: false, order: null }, "Used for an order"],
  [{ from: "customer" }, "Moved from a merged customer"],
  [{ to: "customer", given: false }, "Moved to another customer"],
  [{ from: "gift_card" }, "Gift card"],
  [{ to: "gift_card", given: false }, "Gift card refunded"],
  [{ from: "referral" }, "For recommending us"],
  [{ to: "forfeited", given: false }, "Forfeited"],
])("%j is told as %s", (transfer, text) => {
  const base: Transfer = {
    ...{ from: "customer", to: "customer", given: true },
    ...{ order: null, refund: false, reason: null },
  };
  expect(formatTransfer({ ...base, ...transfer })).toBe(text);
});
