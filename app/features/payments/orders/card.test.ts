import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookingTerms, cardLimit, chargeable, nextTry, PAID_BEFORE } from "./card";

const priced = { price: 15_900, currency: "USD", allowance: 20, company: "White Birch Cleaning" };

describe("the terms of a booking", () => {
  test("are 'all before the visit' unless its service says otherwise", () => {
    expect(bookingTerms({ ...priced, terms: null })).toEqual(PAID_BEFORE);
  });

  test.each([
    ["20% of the price", { pay: "deposit", percent: 20 }, 3180],
    ["an amount", { pay: "deposit", amount: 5000 }, 5000],
    ["half a cent up", { pay: "deposit", percent: 50 }, 7950],
  ] as const)("ask for a deposit: %s", (_, terms, upfront) => {
    const { upfront: asked, card_limit, consent } = bookingTerms({ ...priced, terms });
    expect(asked).toBe(upfront);
    expect(card_limit).toBe(19_080);
    expect(consent).toContain("White Birch Cleaning");
    expect(consent).toContain(`$${((15_900 - upfront) / 100).toFixed(2)} after the visit`);
  });

  test("ask for no deposit that leaves less than a card can be charged", () => {
    expect(bookingTerms({ ...priced, terms: { pay: "deposit", amount: 15_880 } })).toEqual(PAID_BEFORE);
    expect(bookingTerms({ ...priced, terms: { pay: "deposit", amount: 20_000 } })).toEqual(PAID_BEFORE);
  });

  test("save a card and ask for nothing, with what it may be charged at most", () => {
    const { upfront, card_limit, consent } = bookingTerms({ ...priced, terms: { pay: "card" } });
    expect({ upfront, card_limit }).toEqual({ upfront: null, card_limit: 19_080 });
    expect(consent).toContain("charge it $159.00 after the visit");
    expect(consent).toContain("at most $190.80");
    const strict = bookingTerms({ ...priced, allowance: 0, terms: { pay: "card" } });
    expect(strict.consent).not.toContain("at most");
  });
});

test("a card is never charged above what was agreed to, nor more than is due", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, cents, fc.integer({ min: 0, max: 100 }), (price, charged, due, allowance) => {
      const card_limit = cardLimit(price, allowance);
      const amount = chargeable({ due, charged, card_limit, currency: "USD" });
      expect(amount).toBeLessThanOrEqual(due);
      if (amount > 0) expect(charged + amount).toBeLessThanOrEqual(card_limit);
      expect(amount === 0 || amount >= 50).toBe(true);
      expect(chargeable({ due, charged, card_limit: null, currency: "USD" })).toBe(0);
    }),
  );
});

test("a declined card is tried again 1, 3 and 7 days after the first try, and then never", () => {
  const first = Temporal.Instant.from("2026-06-10T16:00:00Z");
  const tries = [1, 2, 3, 4, 9].map((failures) => nextTry(first, failures, first)?.toString() ?? null);
  expect(tries).toEqual(["2026-06-11T16:00:00Z", "2026-06-13T16:00:00Z", "2026-06-17T16:00:00Z", null, null]);
  const late = first.add({ hours: 24 * 9 });
  expect(nextTry(first, 2, late)?.toString()).toBe("2026-06-20T16:00:00Z");
});
