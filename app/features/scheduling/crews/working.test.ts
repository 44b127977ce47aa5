import { expect, test } from "vitest";
import { type CrewTimes, whyNotAtWork } from "./working";

const WEDNESDAY = "2026-06-10";
const at = (starts: string, ends: string, date = WEDNESDAY) => ({
  date,
  starts: `${starts}:00`,
  ends: ends.includes("T") ? ends : `${date}T${ends}:00`,
});
const wednesdays = (starts: string, ends: string): CrewTimes => ({
  hours: [{ crew_id: "ann", weekday: 3, starts: `${starts}:00`, ends: `${ends}:00` }],
  time_off: [],
});
const off = (first_day: string, last_day: string): CrewTimes => ({
  hours: [],
  time_off: [{ crew_id: "ann", first_day, last_day }],
});

test.each([
  [
    "without hours it works whenever the company does",
    { hours: [], time_off: [] },
    at("16:00", "24:00"),
    null,
  ],
  ["a visit may fill the hours to the minute", wednesdays("08:00", "16:00"), at("08:00", "16:00"), null],
  ["not begin before them", wednesdays("08:30", "16:00"), at("08:00", "10:00"), "not all of it"],
  ["nor end after them", wednesdays("08:00", "15:59"), at("14:00", "16:00"), "not all of it"],
  [
    "nor run into the next day",
    wednesdays("08:00", "23:59"),
    at("16:00", "2026-06-11T00:00:00"),
    "not all of it",
  ],
  [
    "nor be on another weekday",
    wednesdays("08:00", "16:00"),
    at("08:00", "10:00", "2026-06-11"),
    "not that day",
  ],
  ["the first day off counts", off(WEDNESDAY, "2026-06-12"), at("08:00", "10:00"), "time off"],
  ["the last day off counts", off("2026-06-08", WEDNESDAY), at("08:00", "10:00"), "time off"],
  ["the day after is a working day", off("2026-06-08", "2026-06-09"), at("08:00", "10:00"), null],
])("%s", (_, times, visit, expected) => {
  expect(whyNotAtWork("ann", times, visit)).toBe(expected);
  expect(whyNotAtWork("ben", times, visit)).toBeNull();
});

test("time off beats the hours", () => {
  const times = { ...wednesdays("08:00", "16:00"), time_off: off(WEDNESDAY, WEDNESDAY).time_off };
  expect(whyNotAtWork("ann", times, at("08:00", "10:00"))).toBe("time off");
});
