import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideLine, type LineWish, MOST_MINUTES, taxOf, whyNoLine } from "./line";
import { decidePayment, owedOn } from "./rules";

const paid = {
  ...{ amount: 15_900, tips: 0, charged: 15_900, returned: 0, left: 15_900, tax: 0, currency: "USD" },
  ...{ disputed: false, why_not: null, may_discount: true },
};
const wish: LineWish = {
  ...{ kind: "time", amount: 2650, label: "", reason: "The oven took longer", minutes: null, seen: 15_900 },
};
const discount = { ...wish, kind: "discount", amount: 2000, reason: "A streaky window" };

describe("a line that staff add", () => {
  test("costs more, with the tax that the visit was booked with", () => {
    expect(decideLine(paid, wish)).toMatchObject({
      ok: true,
      lines: [{ kind: "time", label: "Extra time", amount: 2650 }],
      refund: 0,
    });
    expect(decideLine({ ...paid, tax: 850 }, { ...wish, label: "Oven" })).toMatchObject({
      lines: [
        { kind: "time", label: "Oven", amount: 2650 },
        { kind: "tax", label: "Tax on Oven", amount: 225 },
      ],
    });
  });

  test("of extra time names its minutes, and may cost nothing", () => {
    const free = decideLine(paid, { ...wish, amount: 0, minutes: 30 });
    expect(free).toMatchObject({
      ok: true,
      minutes: 30,
      lines: [{ label: "Extra time, 30 minutes", amount: 0 }],
    });
  });

  test("that takes something off gives back what was paid too much, and nothing of what wasn't paid", () => {
    expect(decideLine(paid, discount)).toMatchObject({ lines: [{ amount: -2000 }], refund: 2000 });
    expect(decideLine({ ...paid, charged: 0, left: 0 }, discount)).toMatchObject({ ok: true, refund: 0 });
    expect(decideLine({ ...paid, amount: 17_900 }, { ...discount, seen: 17_900 })).toMatchObject({
      refund: 0,
    });
  });

  test("makes an order nothing, but never less than nothing", () => {
    const all = { ...discount, amount: 15_900 };
    expect(decideLine(paid, all)).toMatchObject({ ok: true, refund: 15_900 });
    expect(decideLine(paid, { ...all, amount: 15_901 })).toMatchObject({ ok: false, field: "amount" });
  });

  test("takes nothing off a tip", () => {
    const tipped = { ...paid, amount: 18_300, tips: 2400, charged: 18_300, left: 18_300 };
    const all = { ...discount, amount: 15_900, seen: 18_300 };
    expect(decideLine(tipped, all)).toMatchObject({ ok: true, refund: 15_900 });
    expect(decideLine(tipped, { ...all, amount: 15_901 })).toMatchObject({
      ok: false,
      message: "That's more than the order's total of $159.00 without the tip.",
    });
  });

  test("never gives back more than is left of the payment", () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 30_000 }),
        fc.nat({ max: 30_000 }),
        fc.integer({ min: 1, max: 30_000 }),
        fc.nat({ max: 1000 }),
        (charged, gift, amount, tax) => {
          const left = Math.max(0, charged - gift);
          const decision = decideLine({ ...paid, charged, left, tax }, { ...discount, amount });
          if (!decision.ok) return;
          expect(decision.refund).toBeLessThanOrEqual(left);
          const after = decision.lines.reduce((sum, line) => sum + line.amount, paid.amount);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(decision.refund).toBe(Math.max(0, charged - after));
        },
      ),
    );
  });

  test.each([
    ["without an amount", { amount: null }, "amount"],
    ["of nothing", { amount: 0, kind: "extra" }, "amount"],
    ["without a reason", { reason: "" }, "reason"],
    ["for something unknown", { kind: "gift" }, "kind"],
    ["for minutes that are no quarter of an hour", { minutes: 20 }, "minutes"],
    ["for too many minutes", { minutes: MOST_MINUTES + 15 }, "minutes"],
    ["with minutes for travel", { kind: "travel", minutes: 30 }, "minutes"],
    ["on an order that changed meanwhile", { seen: 17_900 }, "amount"],
  ])("%s is refused at its field", (_, change, field) => {
    expect(decideLine(paid, { ...wish, ...change })).toMatchObject({ ok: false, field });
  });

  test("waits for the bank's decision and for a role that gives money back", () => {
    expect(decideLine({ ...paid, disputed: true }, discount)).toMatchObject({ ok: false, field: "amount" });
    expect(decideLine({ ...paid, disputed: true }, wish).ok).toBe(true);
    expect(decideLine({ ...paid, may_discount: false }, discount)).toMatchObject({
      ok: false,
      field: "kind",
    });
  });
});

test("the tax of a price is kept in ten-thousandths", () => {
  expect(taxOf({ total_amount: 15_900, tax_amount: 1352 })).toBe(850);
  expect(taxOf({ total_amount: 0, tax_amount: 0 })).toBe(0);
});

test("no line is added to an order that is given up, still being paid or paid otherwise", () => {
  const order = { status: "completed" as const, provider: "stripe", paid_amount: null };
  expect(whyNoLine(order)).toBeNull();
  expect(whyNoLine({ ...order, status: "pending", provider: "office" })).toBeNull();
  expect(whyNoLine({ ...order, status: "pending" })).toContain("paying for this order online");
  expect(whyNoLine({ ...order, status: "failed" })).toContain("given up");
  expect(whyNoLine({ ...order, status: "pending", paid_amount: 100 })).toContain("different amount");
});

describe("a payment that staff record", () => {
  const order = { status: "pending", amount: 15_900, charged: 5000, due: 10_900, currency: "USD" };

  test("is all that is due, or a part of it", () => {
    expect(decidePayment(order, {})).toEqual({ ok: true, amount: 10_900, settles: true });
    expect(decidePayment(order, { amount: 900 })).toEqual({ ok: true, amount: 900, settles: false });
    expect(decidePayment(order, { amount: 10_901 }).ok).toBe(false);
    expect(decidePayment(order, { amount: 0 }).ok).toBe(false);
    expect(decidePayment(order, { amount: null }).ok).toBe(false);
  });

  test("can be for an order whose checkout has expired", () => {
    expect(owedOn({ status: "failed", amount: 15_900, charged: 0, due: 0 })).toBe(15_900);
    expect(owedOn({ status: "completed", amount: 15_900, charged: 15_900, due: 0 })).toBe(0);
  });
});
