import { describe, expect, test } from "vitest";
import { decideStaffCancellation, policyRefund, type StaffWish } from "~/features/booking/cancellation";

const now = Temporal.Instant.from("2026-06-10T12:00:00Z");
const visit = {
  status: "confirmed" as const,
  starts_at: now.add({ hours: 5 }),
  policy: { full_refund_hours: 24, late_fee_percent: 50 },
  late_fee_applies: false,
  paid: 15_901,
  refunded: 901,
};
const wish: StaffWish = { choice: "policy", amount: null, reason: "", left: 15_000 };
const decide = (change: Partial<StaffWish>, of: Partial<typeof visit> = {}) =>
  decideStaffCancellation({ ...visit, ...of }, { ...wish, ...change }, now);

describe("cancelling by staff", () => {
  test.each([
    ["policy", 7050],
    ["all", 15_000],
    ["none", 0],
  ] as const)("with '%s' gives back %d", (choice, refund) => {
    expect(decide({ choice })).toEqual({ ok: true, refund, reason: "Cancelled by the office" });
  });

  test("with another amount needs the amount and a reason", () => {
    const amount = { choice: "amount", amount: 4200, reason: "Broken vase" } as const;
    expect(decide(amount)).toEqual({ ok: true, refund: 4200, reason: "Broken vase" });
    expect(decide({ ...amount, reason: "" })).toMatchObject({ ok: false, field: "reason" });
    expect(decide({ ...amount, amount: null })).toMatchObject({ ok: false, field: "amount" });
    expect(decide({ ...amount, amount: 0 })).toMatchObject({ ok: false, field: "amount" });
    expect(decide({ ...amount, amount: 15_000 })).toMatchObject({ ok: true, refund: 15_000 });
    expect(decide({ ...amount, amount: 15_001 })).toMatchObject({ ok: false, field: "amount" });
  });

  test("never gives back more than is left", () => {
    expect(decide({ choice: "all", left: 1 }, { refunded: 15_900 })).toMatchObject({ ok: true, refund: 1 });
    expect(decide({ left: 1 }, { refunded: 15_900 })).toMatchObject({ ok: true, refund: 0 });
    expect(decide({ choice: "all", left: 0 }, { refunded: 20_000 })).toMatchObject({ ok: true, refund: 0 });
  });

  test("is refused when something went back since staff looked", () => {
    expect(decide({ choice: "all", left: 15_901 })).toMatchObject({ ok: false, reason: "changed" });
  });

  test("is refused for what is cancelled already", () => {
    expect(decideStaffCancellation({ ...visit, status: "cancelled" }, wish, now)).toMatchObject({
      ok: false,
      reason: "not cancellable",
    });
  });

  test("after the start the policy says nothing, and staff choose", () => {
    const begun = { ...visit, starts_at: now };
    expect(policyRefund(begun, now)).toBeNull();
    expect(decideStaffCancellation(begun, wish, now)).toMatchObject({ ok: false, field: "amount" });
    expect(decideStaffCancellation(begun, { ...wish, choice: "all" }, now)).toMatchObject({ refund: 15_000 });
    const over = { ...visit, status: "completed" as const };
    expect(decideStaffCancellation(over, { ...wish, choice: "none" }, now)).toMatchObject({ refund: 0 });
  });
});
