import { describe, expect, test } from "vitest";
import type { Change } from "./push";
import { isQuiet, nextMorning } from "./rules";

const at = (local: string) => Temporal.ZonedDateTime.from(`${local}[America/New_York]`);
const about = (day: string, time: string): Change => ({ kind: "changed", day, time });

describe("news", () => {
  test.each([
    ["2026-06-10T20:59", "2026-06-11", "1:00 PM", false],
    ["2026-06-10T21:00", "2026-06-11", "1:00 PM", true],
    ["2026-06-11T06:59", "2026-06-11", "1:00 PM", true],
    ["2026-06-11T07:00", "2026-06-11", "1:00 PM", false],
    ["2026-06-10T23:00", "2026-06-11", "8:00 AM", false],
    ["2026-06-10T23:00", "2026-06-11", "8:30 AM", true],
    ["2026-06-11T02:00", "2026-06-11", "8:00 AM", false],
    ["2026-06-10T22:00", "2026-06-10", "6:00 PM", false],
    ["2026-06-11T00:30", "2026-06-10", "10:00 PM", false],
  ])("at %s of the visit of %s, %s waits for the morning: %s", (now, day, time, waits) => {
    expect(isQuiet([about(day, time)], at(now))).toBe(waits);
  });

  test("goes at once when one change of several can't wait, or a visit now begins early", () => {
    const now = at("2026-06-10T23:00");
    expect(isQuiet([about("2026-06-11", "1:00 PM"), about("2026-06-11", "7:30 AM")], now)).toBe(false);
    const moved: Change = { kind: "moved", day: "2026-06-11", time: "1:00 PM", to: "7:30 AM" };
    expect(isQuiet([moved], now)).toBe(false);
    expect(isQuiet([{ ...moved, to: "3:00 PM" }], now)).toBe(true);
  });
});

test("the next morning is at seven by the company's clock, also when the clock changes", () => {
  expect(nextMorning(at("2026-06-10T23:00")).toString()).toContain("2026-06-11T07:00:00-04:00");
  expect(nextMorning(at("2026-06-11T03:00")).toString()).toContain("2026-06-11T07:00:00-04:00");
  expect(nextMorning(at("2026-10-31T23:00")).toString()).toContain("2026-11-01T07:00:00-05:00");
});
