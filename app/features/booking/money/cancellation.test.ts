import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cancellable, decideCancellation } from "~/features/booking/cancellation";

const starts_at = Temporal.Instant.from("2026-06-10T12:00:00Z");
const ahead = (duration: Temporal.DurationLike) => starts_at.subtract(duration);

const visit: Cancellable = {
  status: "confirmed",
  starts_at,
  policy: { full_refund_hours: 24, late_fee_percent: 50 },
  late_fee_applies: false,
  paid: 17252,
};

const tips = { given: 2000, left: 2000 };

const decide = (changes: Partial<Cancellable>, now: Temporal.Instant) =>
  decideCancellation({ ...visit, ...changes }, now);

const all = { ok: true, refund: 17252, tip: 0, percent: 100, late: false };
const half = { ok: true, refund: 8626, tip: 0, percent: 50, late: true };

describe("what cancelling gives back", () => {
  test.each<[string, Partial<Cancellable>, Temporal.Instant, unknown]>([
    ["days before", {}, ahead({ hours: 200 }), all],
    ["exactly 24 hours before", {}, ahead({ hours: 24 }), all],
    ["a nanosecond later", {}, ahead({ hours: 24 }).add({ nanoseconds: 1 }), half],
    ["a second before the start", {}, ahead({ seconds: 1 }), half],
    ["in time, but moved while it was late", { late_fee_applies: true }, ahead({ hours: 200 }), half],
    [
      "by the policy that was in force when it was booked",
      { policy: { full_refund_hours: 48, late_fee_percent: 30 } },
      ahead({ hours: 47 }),
      { ok: true, refund: 12076, tip: 0, percent: 70, late: true },
    ],
    [
      "under a policy without a fee",
      { policy: { full_refund_hours: 24, late_fee_percent: 0 } },
      ahead({ hours: 1 }),
      { ok: true, refund: 17252, tip: 0, percent: 100, late: true },
    ],
    [
      "under a policy that keeps everything",
      { policy: { full_refund_hours: 24, late_fee_percent: 100 } },
      ahead({ hours: 1 }),
      { ok: true, refund: 0, tip: 0, percent: 0, late: true },
    ],
    ["with half a cent", { paid: 15901 }, ahead({ hours: 1 }), { ...half, refund: 7951 }],
    ["of a single cent", { paid: 1 }, ahead({ hours: 1 }), { ...half, refund: 1 }],
    ["with a tip, days before", { tips }, ahead({ hours: 200 }), { ...all, tip: 2000 }],
    ["with a tip, late", { tips }, ahead({ hours: 3 }), { ...half, refund: 9626, tip: 2000 }],
    [
      "with a tip, when the policy keeps the whole price",
      { tips, policy: { full_refund_hours: 24, late_fee_percent: 100 } },
      ahead({ hours: 3 }),
      { ok: true, refund: 2000, tip: 2000, percent: 0, late: true },
    ],
    [
      "with a tip, where the fee is more than what was paid of the price",
      { tips, paid: 5000, owed: 15_900 },
      ahead({ hours: 3 }),
      { ok: true, refund: 2000, tip: 2000, percent: 50, late: true, fee: 6450 },
    ],
    ["after the office gave some back", { refunded: 10000 }, ahead({ hours: 30 }), { ...all, refund: 7252 }],
    ["late, after some went back", { refunded: 4000 }, ahead({ hours: 3 }), { ...half, refund: 4626 }],
    ["late, after just as much went back", { refunded: 8626 }, ahead({ hours: 3 }), { ...half, refund: 0 }],
    ["late, after more went back", { refunded: 10000 }, ahead({ hours: 3 }), { ...half, refund: 0 }],
    ["after everything was given back", { refunded: 17252 }, ahead({ hours: 30 }), { ...all, refund: 0 }],
    [
      "of a hold that nobody paid",
      { status: "pending", paid: 0 },
      ahead({ hours: 30 }),
      { ...all, refund: 0 },
    ],
    [
      "when it was paid without a slot, however late",
      { status: "pending", needs_attention: true, late_fee_applies: true },
      starts_at.add({ hours: 100 }),
      all,
    ],
  ])("%s", (_when, changes, now, expected) => {
    expect(decide(changes, now)).toEqual(expected);
  });

  const cents = fc.integer({ min: 0, max: 10_000_000 });
  const cases = fc.record({
    paid: cents,
    refunded: cents,
    late_fee_applies: fc.boolean(),
    needs_attention: fc.boolean(),
    status: fc.constantFrom("pending" as const, "confirmed" as const),
    policy: fc.record({
      full_refund_hours: fc.integer({ min: 0, max: 200 }),
      late_fee_percent: fc.integer({ min: 0, max: 100 }),
    }),
  });
  const seconds = fc.integer({ min: 1, max: 1_000_000 });

  test("is a whole number of cents, never negative, never more than is left of what was paid", () => {
    fc.assert(
      fc.property(cases, seconds, (changes, time) => {
        const decision = decide(changes, ahead({ seconds: time }));
        if (!decision.ok) return;
        expect(Number.isSafeInteger(decision.refund)).toBe(true);
        expect(decision.refund).toBeGreaterThanOrEqual(0);
        expect(decision.refund).toBeLessThanOrEqual(Math.max(0, changes.paid - changes.refunded));
      }),
    );
  });

  test("late leaves the company its fee, whatever went back before, as far as it still has it", () => {
    fc.assert(
      fc.property(cents, cents, (paid, back) => {
        const refunded = Math.min(paid, back);
        const decision = decide({ paid, refunded }, ahead({ hours: 1 }));
        if (!decision.ok) throw new Error(decision.message);
        const kept = paid - refunded - decision.refund;
        expect(kept).toBe(Math.min(Math.floor(paid / 2), paid - refunded));
      }),
    );
  });

  test("late is the nearest cent to what the fee leaves, and half a cent is the customer's", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 100 }), (paid, late_fee_percent) => {
        const policy = { full_refund_hours: 24, late_fee_percent };
        const decision = decide({ paid, policy }, ahead({ hours: 1 }));
        if (!decision.ok) throw new Error(decision.message);
        const off = decision.refund * 100 - paid * (100 - late_fee_percent); // in hundredths of a cent
        expect(off).toBeGreaterThan(-50);
        expect(off).toBeLessThanOrEqual(50);
      }),
    );
  });

  test("never grows as time passes", () => {
    fc.assert(
      fc.property(cases, seconds, seconds, (changes, one, other) => {
        const early = decide(changes, ahead({ seconds: Math.max(one, other) }));
        const late = decide(changes, ahead({ seconds: Math.min(one, other) }));
        if (early.ok && late.ok) expect(late.refund).toBeLessThanOrEqual(early.refund);
        expect(late.ok).toBe(early.ok);
      }),
    );
  });
});

describe("nobody cancels a visit", () => {
  test.each<[string, Partial<Cancellable>, Temporal.Instant, RegExp]>([
    ["that has begun this moment", {}, starts_at, /already started/],
    ["that has begun", {}, starts_at.add({ minutes: 1 }), /already started/],
    ["that nobody paid and that has begun", { status: "pending", paid: 0 }, starts_at, /already started/],
    ["that is over", { status: "completed" }, ahead({ hours: 30 }), /over/],
    ["that is cancelled", { status: "cancelled" }, ahead({ hours: 30 }), /cancelled/],
    [
      "whose payment staff look into",
      { status: "pending", paid: 0, needs_attention: true },
      ahead({ hours: 30 }),
      /payment/,
    ],
  ])("%s", (_what, changes, now, words) => {
    expect(decide(changes, now)).toEqual({ ok: false, message: expect.stringMatching(words) });
  });
});
