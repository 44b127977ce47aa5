import { describe, expect, test } from "vitest";
import { type DateRange, daysOf, formatRange, momentsOf, nameOfDays } from "./date-range";

const NEW_YORK = "America/New_York";

describe("the days of a range", () => {
  test.each<[DateRange, string, string | null, string | null]>([
    ["today", "2026-06-10", "2026-06-10", "2026-06-10"],
    ["week", "2026-06-10", "2026-06-07", "2026-06-13"], // a Wednesday
    ["week", "2026-06-07", "2026-06-07", "2026-06-13"], // a Sunday
    ["week", "2027-01-01", "2026-12-27", "2027-01-02"],
    ["month", "2028-02-29", "2028-02-01", "2028-02-29"],
    ["month", "2026-12-31", "2026-12-01", "2026-12-31"],
    [{ from: "2026-06-01", to: null }, "2026-06-10", "2026-06-01", null],
  ])("%s on %s", (range, today, first, last) => {
    expect(daysOf(range, today)).toEqual({ first, last });
  });
});

describe("the moments of a range", () => {
  const hours = (first: string, last: string) => {
    const { start, end } = momentsOf({ first, last }, NEW_YORK);
    return start && end && (end.epochMilliseconds - start.epochMilliseconds) / 3_600_000;
  };

  test("begin and end at midnight of the company", () => {
    const { start, end } = momentsOf({ first: "2026-06-10", last: "2026-06-10" }, NEW_YORK);
    expect([start, end].map(String)).toEqual(["2026-06-10T04:00:00Z", "2026-06-11T04:00:00Z"]);
  });

  test("include the hour that a change of the clocks adds or takes", () => {
    expect(hours("2026-03-08", "2026-03-08")).toBe(23);
    expect(hours("2026-11-01", "2026-11-01")).toBe(25);
    expect(hours("2026-11-01", "2026-11-07")).toBe(7 * 24 + 1);
  });

  test("are open where the range is", () => {
    expect(momentsOf({ first: null, last: "2026-06-10" }, NEW_YORK).start).toBeNull();
    expect(momentsOf({ first: "2026-06-10", last: null }, NEW_YORK).end).toBeNull();
  });
});

test("ranges have names for people and for files", () => {
  const between = { from: "2026-06-01", to: "2026-06-05" };
  expect([between, { from: null, to: "2026-06-05" }, "week" as const].map(formatRange)).toEqual([
    "Jun 01, 2026 to Jun 05, 2026",
    "Until Jun 05, 2026",
    "This week",
  ]);
  const days = { first: "2026-06-01", last: "2026-06-05" };
  expect([days, { ...days, last: "2026-06-01" }, { ...days, first: null }].map(nameOfDays)).toEqual([
    "2026-06-01-to-2026-06-05",
    "2026-06-01",
    "until-2026-06-05",
  ]);
});
