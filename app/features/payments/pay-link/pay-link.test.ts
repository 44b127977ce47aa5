import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideCharge, decidePay } from "./pay-link";

describe("what a card is asked for", () => {
  const order = { due: 5300, currency: "USD", tipped: false };

  test("is all that is due, and the tip", () => {
    expect(decidePay(order, { tip: 1000, seen: 5300 })).toEqual({ ok: true, amount: 6300 });
    expect(decidePay({ ...order, due: 0 }, { tip: 1000, seen: 0 })).toEqual({ ok: true, amount: 1000 });
  });

  test("is a tip once, until something is due again", () => {
    const tipped = { ...order, tipped: true };
    expect(decidePay({ ...tipped, due: 0 }, { tip: 1000, seen: 0 })).toMatchObject({ reason: "nothing" });
    expect(decidePay(tipped, { tip: 1000, seen: 5300 })).toEqual({ ok: true, amount: 6300 });
  });

  test("is nothing else than was seen, nothing at all, or too little for a card", () => {
    expect(decidePay(order, { tip: 0, seen: 5200 })).toMatchObject({ reason: "changed" });
    expect(decidePay({ ...order, due: 0 }, { tip: 0, seen: 0 })).toMatchObject({ reason: "nothing" });
    expect(decidePay({ ...order, due: 40 }, { tip: 0, seen: 40 })).toMatchObject({ reason: "too small" });
  });
});

describe("what comes by a pay link", () => {
  const paid = { status: "paid" as const, amount: 6300, same_currency: true };
  const of = { charge: { status: "pending" as const, amount: 6300 }, order: { owed: 5300 }, tip: 1000 };

  test("completes the charge once", () => {
    expect(decideCharge({ ...of, session: paid })).toEqual({ do: "complete", back: 0 });
    const completed = { ...of, charge: { status: "completed" as const, amount: 6300 } };
    expect(decideCharge({ ...completed, session: paid })).toEqual({ do: "nothing" });
  });

  test("when it was given up counts all the same", () => {
    const failed = { ...of, charge: { status: "failed" as const, amount: 6300 } };
    expect(decideCharge({ ...failed, session: paid })).toEqual({ do: "complete", back: 0 });
    expect(decideCharge({ ...failed, session: { ...paid, status: "expired" } })).toEqual({ do: "nothing" });
  });

  test("as another amount or in another currency calls staff", () => {
    expect(decideCharge({ ...of, session: { ...paid, amount: 6200 } })).toEqual({ do: "flag" });
    expect(decideCharge({ ...of, session: { ...paid, same_currency: false } })).toEqual({ do: "flag" });
  });

  test("leaves the customer never charged for more than is owed and the tip", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat({ max: 50_000 }),
        fc.integer({ min: -50_000, max: 100_000 }),
        (due, tip, owed) => {
          const amount = due + tip;
          const decision = decideCharge({
            ...{ charge: { status: "pending", amount }, order: { owed }, tip },
            session: { status: "paid", amount, same_currency: true },
          });
          if (decision.do !== "complete") throw new Error(decision.do);
          expect(amount - decision.back).toBeLessThanOrEqual(Math.max(0, owed) + tip);
          expect(decision.back).toBeLessThanOrEqual(amount);
        },
      ),
    );
  });
});
