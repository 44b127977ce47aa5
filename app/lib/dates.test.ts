import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  formatDate,
  formatDay,
  formatLongDate,
  formatMoment,
  formatTime,
  isCalendarDate,
  shortDay,
} from "./dates";

describe("isCalendarDate", () => {
  test.each(["2026-11-21", "2028-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])(
    "%s is a valid day",
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  test.each([
    "",
    "2026-02-29",
    "2026-02-30",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "11/21/2026",
    "2026-1-1",
    "2026-11-21T00:00",
    " 2026-11-21",
    "2026-11-21\n",
    "０000-01-01",
  ])("%j is none", (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  test("agrees with the calendar for every text that looks like a day", () => {
    const part = (max: number, length: number) =>
      fc.integer({ min: 0, max }).map((number) => String(number).padStart(length, "0"));
    fc.assert(
      fc.property(fc.tuple(part(9999, 4), part(13, 2), part(32, 2)), (parts) => {
        const text = parts.join("-");
        let exists = Number(parts[0]) > 0;
        try {
          Temporal.PlainDate.from(text);
        } catch {
          exists = false;
        }
        expect(isCalendarDate(text)).toBe(exists);
      }),
    );
  });
});

describe("addDays", () => {
  test.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2026-03-07", 1, "2026-03-08"],
    ["2026-03-08", 1, "2026-03-09"],
    ["2026-11-01", 1, "2026-11-02"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2027-11-21", 365, "2028-11-20"],
  ])("%s %+d days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });
});

test("days and times are formatted as text", () => {
  expect(formatDate("2026-11-05")).toBe("Nov 05, 2026");
  expect(formatLongDate("2026-11-24")).toBe("Tuesday, November 24, 2026");
  expect(["08:00:00", "12:00", "00:30", "16:05:00"].map(formatTime)).toEqual([
    "8:00 AM",
    "12:00 PM",
    "12:30 AM",
    "4:05 PM",
  ]);
});

test.each([
  ["2026-11-01T05:30:00Z", "America/New_York", "Nov 01, 2026, 1:30 AM"],
  ["2026-11-01T06:30:00Z", "America/New_York", "Nov 01, 2026, 1:30 AM"],
  ["2026-03-08T07:00:00Z", "America/New_York", "Mar 08, 2026, 3:00 AM"],
  ["2026-12-31T23:05:00Z", "Asia/Tokyo", "Jan 01, 2027, 8:05 AM"],
  ["2026-06-01T16:00:00Z", "America/New_York", "Jun 01, 2026, 12:00 PM"],
  ["2026-06-01T04:00:00Z", "America/New_York", "Jun 01, 2026, 12:00 AM"],
])("%s in %s is %s", (at, zone, words) => {
  expect(formatMoment(Temporal.Instant.from(at), zone)).toBe(words);
});

test("days are short in lists and long in sentences", () => {
  expect(shortDay("2026-12-01")).toBe("Tue, Dec 1");
  expect(formatDay("2026-12-01")).toBe("Tuesday, December 1");
});
