import { expect, test } from "vitest";
import { summaryDay } from "./summary.server";

const ZONE = "America/New_York";

function at(moment: string, zone = ZONE) {
  const { day, start, end, late } = summaryDay(Temporal.Instant.from(moment), zone);
  return [day, start.toString(), end.toString(), late];
}

test("a summary day lasts from 6 PM to 6 PM company time", () => {
  const ninth = ["2026-06-09", "2026-06-08T22:00:00Z", "2026-06-09T22:00:00Z"];
  expect(at("2026-06-09T22:00:00Z")).toEqual([...ninth, false]);
  expect(at("2026-06-10T03:59:00Z")).toEqual([...ninth, false]);
  expect(at("2026-06-10T04:00:00Z")).toEqual([...ninth, true]);
  expect(at("2026-06-10T21:59:59Z")).toEqual([...ninth, true]);
  expect(at("2026-06-10T22:00:00Z")[0]).toBe("2026-06-10");
});

test.each([
  ["2026-03-08", 23],
  ["2026-11-01", 25],
])("the summary day %s, with a clock change, lasts %i hours without a gap", (day, hours) => {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  const noon = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone: ZONE, plainTime: "20:00" }).toInstant();
  const one = summaryDay(noon(Temporal.PlainDate.from(day)), ZONE);
  expect([one.day, one.end.since(one.start).total("hours")]).toEqual([day, hours]);
  expect(summaryDay(noon(next), ZONE).start.toString()).toBe(one.end.toString());
});
