import { expect, test } from "vitest";
import { formatRhythm } from "./rhythm";

test.each([
  ["weekly", "2026-12-01", "Every Tuesday"],
  ["biweekly", "2026-12-01", "Every other Tuesday"],
  ["monthly", "2026-12-07", "The first Monday of every month"],
  ["monthly", "2026-12-08", "The second Tuesday of every month"],
  ["monthly", "2026-12-28", "The fourth Monday of every month"],
  ["monthly", "2026-12-29", "The last Tuesday of every month"],
] as const)("%s from %s: %s", (frequency, first_date, words) => {
  expect(formatRhythm({ frequency, first_date })).toBe(words);
});
