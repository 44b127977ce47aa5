import { expect, test } from "vitest";
import { chargedMonthOf } from "~/features/booking/manage/reschedule";

const end = Temporal.Instant.from("2026-07-01T16:00:00Z");

test.each([
  ["2026-06-30", "2026-06-01", "2026-06-30"],
  ["2026-06-01", "2026-06-01", "2026-06-30"],
  ["2026-05-31", "2026-05-01", "2026-05-31"],
  ["2026-07-01", "2026-07-01", "2026-07-31"],
  ["2026-12-24", "2026-12-01", "2026-12-31"],
])("%s is paid for by the month from %s to %s", (date, first, last) => {
  expect(chargedMonthOf(date, { end, anchor: null }, "America/New_York")).toEqual({ first, last });
});

test.each([
  ["2026-03-30", "2026-02-28", "2026-03-30"],
  ["2026-03-31", "2026-03-31", "2026-04-29"],
  ["2026-01-31", "2026-01-31", "2026-02-27"],
  ["2026-01-30", "2025-12-31", "2026-01-30"],
])("with charges on the last of a month %s is paid for from %s to %s", (date, first, last) => {
  const charging = {
    end: Temporal.Instant.from("2026-02-28T16:00:00Z"),
    anchor: Temporal.Instant.from("2025-12-31T16:00:00Z"),
  };
  expect(chargedMonthOf(date, charging, "America/New_York")).toEqual({ first, last });
});

test("a charge in the evening of the company's day, by the provider's calendar the next, begins that day", () => {
  const charging = {
    end: Temporal.Instant.from("2026-11-10T04:30:00Z"),
    anchor: Temporal.Instant.from("2026-09-10T04:30:00Z"),
  };
  expect(chargedMonthOf("2026-11-09", charging, "America/New_York")).toEqual({
    first: "2026-11-09",
    last: "2026-12-08",
  });
});
