import { describe, expect, test } from "vitest";
import { dayInWords, rhythmInWords, shortDay } from "./words";

describe("the rhythm of a plan in words", () => {
  test.each([
    ["weekly", "2026-12-01", "Every Tuesday at 10:00 AM"],
    ["biweekly", "2026-12-01", "Every other Tuesday at 10:00 AM"],
    ["monthly", "2026-12-01", "The first Tuesday of every month at 10:00 AM"],
    ["monthly", "2026-12-07", "The first Monday of every month at 10:00 AM"],
    ["monthly", "2026-12-08", "The second Tuesday of every month at 10:00 AM"],
    ["monthly", "2026-12-28", "The fourth Monday of every month at 10:00 AM"],
    ["monthly", "2026-12-29", "The last Tuesday of every month at 10:00 AM"],
  ] as const)("%s from %s: %s", (frequency, first_date, words) => {
    expect(rhythmInWords({ frequency, first_date, time: "10:00 AM" })).toBe(words);
  });
});

test("days are short in lists and whole in sentences", () => {
  expect(shortDay("2026-12-01")).toBe("Tue, Dec 1");
  expect(dayInWords("2026-12-01")).toBe("Tuesday, December 1");
});
