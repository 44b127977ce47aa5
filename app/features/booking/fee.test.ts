import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideCancellation } from "./cancellation";
import { decideNoShow, feeOf, formatNoShow, isFeeDue, owedOf } from "./fee";

const starts_at = Temporal.Instant.from("2026-06-10T12:00:00Z");
const late = starts_at.subtract({ hours: 3 });
const after = starts_at.add({ minutes: 20 });
const policy = { full_refund_hours: 24, late_fee_percent: 50, no_show_percent: 80 };
const visit = {
  ...{ status: "confirmed" as const, starts_at, policy, late_fee_applies: false },
  ...{ paid: 0, refunded: 0, owed: 0, disputed: false },
};

describe("a late cancellation of a visit that is not paid yet", () => {
  test("leaves due what a prepaid one keeps, to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 0, max: 100 }),
        (price, percent) => {
          const of = { ...visit, policy: { ...policy, late_fee_percent: percent } };
          const unpaid = decideCancellation({ ...of, owed: price }, late);
          const paid = decideCancellation({ ...of, paid: price }, late);
          if (!unpaid.ok || !paid.ok) throw new Error("refused");
          expect(unpaid.fee ?? 0).toBe(price - paid.refund);
          expect(feeOf(price, percent)).toBe(price - paid.refund);
        },
      ),
    );
  });

  test("in time, or on a storm day, leaves nothing due", () => {
    expect(
      decideCancellation({ ...visit, owed: 15_900 }, starts_at.subtract({ hours: 24 })),
    ).not.toHaveProperty("fee");
    expect(decideCancellation({ ...visit, owed: 15_900, storm: true }, late)).not.toHaveProperty("fee");
  });
});

describe("a no-show", () => {
  test.each([
    ["prepaid", { paid: 15_900 }, { refund: 3180, fee: 0 }],
    [
      "prepaid with a tip",
      { paid: 18_300, tips: { given: 2400, left: 2400 } },
      { refund: 5580, tip: 2400, fee: 0 },
    ],
    ["prepaid and refunded in part", { paid: 15_900, refunded: 3000 }, { refund: 180, fee: 0 }],
    ["refunded more than that", { paid: 15_900, refunded: 9000 }, { refund: 0, fee: 0 }],
    ["to be paid on the day", { owed: 15_900 }, { refund: 0, fee: 12_720 }],
    ["of a plan", {}, { refund: 0, fee: 0 }],
  ])("%s costs by the policy of its day", (_, money, cost) => {
    expect(decideNoShow({ ...visit, ...money }, after)).toEqual({ ok: true, tip: 0, percent: 80, ...cost });
  });

  test("that was booked before there was such a fee costs a late cancellation", () => {
    const older = { full_refund_hours: 24, late_fee_percent: 50 };
    expect(decideNoShow({ ...visit, policy: older, owed: 10_000 }, after)).toMatchObject({ fee: 5000 });
  });

  test("can't be closed before its start, when it is over, or over a disputed payment", () => {
    expect(decideNoShow(visit, late).ok).toBe(false);
    for (const status of ["cancelled", "completed", "pending"] as const)
      expect(decideNoShow({ ...visit, status }, after).ok).toBe(false);
    expect(decideNoShow({ ...visit, paid: 15_900, disputed: true }, after).ok).toBe(false);
  });

  test("says what it does before it is done", () => {
    expect(formatNoShow({ ok: true, refund: 0, tip: 0, fee: 12_720, percent: 80 })).toContain(
      "80% of the price is still due: $127.20",
    );
    expect(
      formatNoShow({ ok: true, refund: 0, tip: 0, fee: 7950, percent: 50 }, "USD", "Visa ending in 4242"),
    ).toContain("$79.50, charged to the Visa ending in 4242");
    expect(formatNoShow({ ok: true, refund: 3180, tip: 0, fee: 0, percent: 80 })).toContain(
      "$31.80 is refunded",
    );
    expect(formatNoShow({ ok: true, refund: 5580, tip: 2400, fee: 0, percent: 80 })).toContain(
      "$55.80 is refunded, with the tip of $24.00.",
    );
    expect(formatNoShow({ ok: true, refund: 1000, tip: 1000, fee: 7950, percent: 50 })).toContain(
      "due: $79.50. The tip of $10.00 is refunded.",
    );
  });
});

test("only a confirmed visit owes what is due, and only a cancelled one's is a fee", () => {
  const order = { status: "pending" as const, provider: "office", due: 15_900 };
  expect(owedOf({ status: "confirmed" }, order)).toBe(15_900);
  expect(owedOf({ status: "pending" }, order)).toBe(0);
  const deposit = { status: "completed" as const, provider: "stripe", due: 12_720 };
  expect(owedOf({ status: "confirmed" }, deposit)).toBe(12_720);
  expect(owedOf({ status: "confirmed" }, { ...deposit, due: 0 })).toBe(0);
  expect(isFeeDue({ status: "cancelled" }, deposit)).toBe(true);
  expect(isFeeDue({ status: "cancelled" }, { ...deposit, due: 0 })).toBe(false);
  expect(isFeeDue({ status: "cancelled" }, order)).toBe(true);
  expect(isFeeDue({ status: "cancelled" }, { ...order, status: "failed" })).toBe(false);
  expect(isFeeDue({ status: "confirmed" }, order)).toBe(false);
});

test("what was paid in part counts towards a fee", () => {
  const half = { ...{ status: "confirmed" as const, starts_at, disputed: false, refunded: 0 }, policy };
  expect(decideNoShow({ ...half, paid: 5000, owed: 10_900 }, after)).toMatchObject({ refund: 0, fee: 7720 });
  expect(decideNoShow({ ...half, paid: 14_900, owed: 1000 }, after)).toMatchObject({ refund: 2180, fee: 0 });
});
