import { expect, test } from "vitest";
import { lastMonths } from "./today";

const NEW_YORK = "America/New_York";

test.each([
  ["a winter month", "2026-01-15T12:00:00Z", "2026-01-01T05:00:00Z", "2026-02-01T05:00:00Z"],
  ["a summer month", "2026-06-15T12:00:00Z", "2026-06-01T04:00:00Z", "2026-07-01T04:00:00Z"],
  [
    "the month in which summer time begins",
    "2026-03-20T12:00:00Z",
    "2026-03-01T05:00:00Z",
    "2026-04-01T04:00:00Z",
  ],
  ["the month in which it ends", "2026-11-20T12:00:00Z", "2026-11-01T04:00:00Z", "2026-12-01T05:00:00Z"],
  ["its first moment", "2026-06-01T04:00:00Z", "2026-06-01T04:00:00Z", "2026-07-01T04:00:00Z"],
  [
    "the moment before, already another day in Greenwich",
    "2026-06-01T03:59:59Z",
    "2026-05-01T04:00:00Z",
    "2026-06-01T04:00:00Z",
  ],
  ["December", "2026-12-31T23:00:00Z", "2026-12-01T05:00:00Z", "2027-01-01T05:00:00Z"],
])("the month contains %s", (_, now, start, end) => {
  const [month] = lastMonths(Temporal.Instant.from(now), NEW_YORK, 1);
  expect([month?.start.toString(), month?.end.toString()]).toEqual([start, end]);
});

test("twelve months follow each other without a gap, across years and clock changes, newest last", () => {
  const months = lastMonths(Temporal.Instant.from("2027-01-31T12:00:00Z"), NEW_YORK, 12);
  expect(months.map(({ month }) => month)).toEqual([
    "2026-02",
    ...["03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map((month) => `2026-${month}`),
    "2027-01",
  ]);
  for (const [index, { end }] of months.slice(0, -1).entries()) {
    expect(end.toString()).toBe(months[index + 1]?.start.toString());
  }
});
