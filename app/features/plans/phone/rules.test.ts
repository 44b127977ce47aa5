import { describe, expect, test } from "vitest";
import { phoneHoldExpiry, previewText, saleState } from "./rules";

const now = Temporal.Instant.from("2026-06-01T12:00:00Z");
const later = (hours: number) => now.add({ minutes: Math.round(hours * 60) });

describe("a plan that is sold by phone is held", () => {
  test.each([
    ["for 48 hours", 200, 48],
    ["for 48 hours when that ends 12 hours before the first visit", 60, 48],
    ["until 12 hours before a first visit that is nearer", 59, 47],
    ["for an hour at least", 13, 1],
  ])("%s", (_, visit, hold) => {
    expect(phoneHoldExpiry(now, later(visit))?.toString()).toBe(later(hold).toString());
  });

  test.each([12.9, 12, 3, -1])("not at all when the first visit is %s hours away", (visit) => {
    expect(phoneHoldExpiry(now, later(visit))).toBeNull();
  });
});

describe("a sale", () => {
  const sold = { hold_expires_at: later(1), withdrawn_at: null, subscription_id: null };
  test.each([
    ["waiting", { status: "pending" }],
    ["expired", { status: "pending", hold_expires_at: now }],
    ["paying", { status: "pending", hold_expires_at: null }],
    ["begun", { status: "active", hold_expires_at: null, subscription_id: "sub" }],
    ["begun", { status: "past_due", hold_expires_at: null, subscription_id: "sub" }],
    ["begun", { status: "ended", hold_expires_at: null, subscription_id: "sub" }],
    ["expired", { status: "ended", hold_expires_at: null }],
    ["withdrawn", { status: "ended", hold_expires_at: null, withdrawn_at: now }],
  ] as const)("is %s as %j", (state, row) => {
    expect(saleState({ ...sold, ...row }, now)).toBe(state);
  });
});

test("a preview is another one when a visit, its proposal or the price is", () => {
  const visit = { visit: 1, date: "2026-06-09", time: "10:00 AM" as const, clash: null };
  const clash = { why: "We are closed then.", proposal: { date: "2026-06-10", time: "8:00 AM" as const } };
  const texts = [
    previewText([visit], 28_900),
    previewText([{ ...visit, date: "2026-06-16" }], 28_900),
    previewText([{ ...visit, clash }], 28_900),
    previewText([{ ...visit, clash: { ...clash, proposal: null } }], 28_900),
    previewText([visit], 29_900),
  ];
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts[2]).toBe("1 2026-06-09 10:00 AM > 2026-06-10 8:00 AM; month 28900");
});
