import { expect, test } from "vitest";
import { chargedMonthOf } from "./charged-month";

const end = Temporal.Instant.from("2026-07-01T16:00:00Z");

test.each([
  ["2026-06-30", "2026-06-01", "2026-06-30"],
  ["2026-06-01", "2026-06-01", "2026-06-30"],
  ["2026-05-31", "2026-05-01", "2026-05-31"],
  ["2026-07-01", "2026-07-01", "2026-07-31"],
  ["2026-12-24", "2026-12-01", "2026-12-31"],
])("%s is paid for by the month from %s to %s", (date, first, last) => {
  expect(chargedMonthOf(date, end, "America/New_York")).toEqual({ first, last });
});
