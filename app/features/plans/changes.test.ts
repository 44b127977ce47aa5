import { describe, expect, test } from "vitest";
import { driftOf, lastDayOf, nextCharge } from "./changes";

const at = {
  now: Temporal.Instant.from("2026-06-10T12:00:00Z"),
  today: "2026-06-10",
  zone: "America/New_York",
};
const period_end = Temporal.Instant.from("2026-07-01T16:00:00Z");
const plan = {
  status: "active" as const,
  period_end,
  paused_from: null,
  resumes_on: null,
  ends_on: null,
  untold_since: null,
};
const subscription = { status: "active" as const, period_end, ends_at: null, paused: false };
const ending = (when: string) => ({ ...subscription, ends_at: Temporal.Instant.from(when) });

describe("the last day of a plan that is ended at its provider", () => {
  test.each([
    ["of the paid month is the day before the next", "2026-07-01T16:00:00Z", "2026-06-30"],
    ["in the middle of a day is that day", "2026-06-15T16:00:00Z", "2026-06-15"],
    ["at the company's midnight is the day before", "2026-06-15T04:00:00Z", "2026-06-14"],
    ["late in the company's evening is that day", "2026-06-16T03:59:00Z", "2026-06-15"],
    ["months later is that day", "2026-09-15T16:00:00Z", "2026-09-15"],
  ])("%s", (_what, when, day) => {
    expect(lastDayOf(ending(when), at)).toBe(day);
  });

  test("is none while it goes on", () => expect(lastDayOf(subscription, at)).toBeNull());
});

describe("the next charge", () => {
  test("is none after the last day", () => {
    expect(nextCharge({ ...plan, ends_on: "2026-06-30" }, at)).toBeNull();
    expect(nextCharge({ ...plan, ends_on: "2026-06-15" }, at)).toBeNull();
  });

  test("comes before a last day that is months away", () => {
    expect(nextCharge({ ...plan, ends_on: "2026-09-15" }, at)).toBe("2026-07-01");
  });
});

describe("a subscription that differs from its plan", () => {
  test("ends the plan when it ends there", () => {
    expect(driftOf(plan, ending("2026-06-15T16:00:00Z"), at)).toBe("ends");
  });

  test("is told again when it goes on after the plan's last month", () => {
    expect(driftOf({ ...plan, ends_on: "2026-06-30" }, subscription, at)).toBe("tell");
    expect(driftOf({ ...plan, ends_on: "2026-06-30" }, ending("2026-07-01T16:00:00Z"), at)).toBeNull();
  });

  test("is not ended early when its plan goes on for months", () => {
    expect(driftOf({ ...plan, ends_on: "2026-09-15" }, subscription, at)).toBeNull();
  });
});
