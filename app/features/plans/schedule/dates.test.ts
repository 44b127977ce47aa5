import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { addDays, weekdayOf } from "~/lib/dates";
import { nextVisits } from "./rules";

const FREQUENCIES = ["weekly", "biweekly", "monthly"] as const;

test.each([
  ["weekly", "2026-12-29", 1, "2026-12-29"],
  ["weekly", "2026-12-29", 2, "2027-01-05"],
  ["biweekly", "2028-02-22", 2, "2028-03-07"], // a leap year
  ["monthly", "2026-06-09", 2, "2026-07-14"], // the second Tuesday
  ["monthly", "2026-12-01", 2, "2027-01-05"], // the first one
  ["monthly", "2026-06-30", 2, "2026-07-28"], // the fifth is the last
  ["monthly", "2026-06-30", 7, "2026-12-29"],
  ["monthly", "2026-06-30", 9, "2027-02-23"],
  ["monthly", "2028-02-29", 2, "2028-03-28"], // the fifth Tuesday of a leap February
  ["monthly", "2026-06-23", 2, "2026-07-28"], // the fourth, though July has no fifth
] as const)("%s from %s: visit %i is on %s", (frequency, first_date, visit, date) => {
  expect(visitDate({ first_date, frequency }, visit)).toBe(date);
});

const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays("2026-01-01", days));

test("every visit is on the plan's weekday, and they follow each other", () => {
  fc.assert(
    fc.property(
      day,
      fc.constantFrom(...FREQUENCIES),
      fc.integer({ min: 1, max: 60 }),
      (first_date, frequency, visit) => {
        const rhythm = { first_date, frequency };
        const [date, next] = [visitDate(rhythm, visit), visitDate(rhythm, visit + 1)];
        const gap = (Date.parse(next) - Date.parse(date)) / 86_400_000;
        expect(weekdayOf(date)).toBe(weekdayOf(first_date));
        expect(frequency === "monthly" ? [28, 35] : [frequency === "weekly" ? 7 : 14]).toContain(gap);
        expect(visitDate(rhythm, 1)).toBe(first_date);
      },
    ),
  );
});

describe("the next visits", () => {
  const rhythm = { first_date: "2026-06-09", frequency: "weekly" } as const;
  const span = { today: "2026-06-20", paused_from: null, resumes_on: null, ends_on: null };

  test("begin today or later", () => {
    expect(nextVisits(rhythm, span, 2)).toEqual([
      { visit: 3, date: "2026-06-23" },
      { visit: 4, date: "2026-06-30" },
    ]);
  });

  test("leave a pause out", () => {
    const paused = { ...span, paused_from: "2026-06-30", resumes_on: "2026-07-14" };
    expect(nextVisits(rhythm, paused, 2).map(({ visit }) => visit)).toEqual([3, 6]);
  });

  test.each([
    [{ paused_from: "2026-07-01" }, 2],
    [{ ends_on: "2026-06-30" }, 2],
    [{ ends_on: "2026-06-29" }, 1],
    [{ ends_on: "2026-06-01" }, 0],
  ])("end with %j", (end, count) => {
    expect(nextVisits(rhythm, { ...span, ...end }, 12)).toHaveLength(count);
  });
});
