import { describe, expect, test } from "vitest";
import { parseSettings } from "~/features/operations/settings/settings";
import { byDistance } from "./assign";
import {
  ALWAYS_OPEN,
  type CompanyHours,
  companyHours,
  isOpenFor,
  isTooLate,
  lastBookableDate,
  publicHours,
  whyNotOpen,
} from "./opening-hours";
import { type Schedule, slotsOfDay, startTimesOf } from "./slots";

const day = { opens: "09:00", last_finish: "17:30" };
const hours: CompanyHours = {
  week: [null, day, day, day, day, day, { opens: "10:00", last_finish: "14:00" }],
  lead_hours: 24,
  days_ahead: 30,
};
const saturday = "2026-06-13";
const sunday = "2026-06-14";
const monday = "2026-06-15";

const visit = (date: string, starts: string, ends: string, ends_on = date) => ({
  date,
  starts: `${starts}:00`,
  ends: `${ends_on}T${ends}:00`,
});

describe("a visit is inside the opening hours", () => {
  test.each([
    [visit(monday, "09:00", "12:00"), true],
    [visit(monday, "14:30", "17:30"), true],
    [visit(monday, "08:59", "12:00"), false],
    [visit(monday, "14:30", "17:31"), false],
    [visit(saturday, "10:00", "14:00"), true],
    [visit(saturday, "12:00", "15:00"), false],
    [visit(sunday, "10:00", "11:00"), false],
  ])("when it begins after the opening and ends by the last finish: %j is %s", (one, open) => {
    expect(isOpenFor(one, hours)).toBe(open);
    expect(whyNotOpen(one, hours) === null).toBe(open);
  });

  test("and never when it ends at midnight or later", () => {
    const week = Array.from({ length: 7 }, () => ({ opens: "00:00", last_finish: "23:59" }));
    const next = "2026-06-16";
    expect(isOpenFor(visit(monday, "21:00", "23:59"), { week })).toBe(true);
    expect(isOpenFor(visit(monday, "21:00", "00:00", next), { week })).toBe(false);
    expect(isOpenFor(visit(monday, "21:00", "01:00", next), { week })).toBe(false);
    expect(whyNotOpen(visit(monday, "21:00", "01:00", next), { week })?.message).toBe(
      "This visit would end at midnight or later, and on Mondays we finish by 11:59 PM. Choose an earlier time or another day.",
    );
  });

  test("always, as long as the office sets none", () => {
    expect(isOpenFor(visit(sunday, "21:00", "01:00", monday), ALWAYS_OPEN)).toBe(true);
  });
});

test("what is outside the opening hours is refused with what to do", () => {
  expect(whyNotOpen(visit(sunday, "10:00", "12:00"), hours)).toEqual({
    field: "date",
    message: "We are closed on Sundays. Choose another day.",
  });
  expect(whyNotOpen(visit(monday, "08:00", "12:00"), hours)).toEqual({
    field: "time",
    message: "We open at 9:00 AM on Mondays. Choose a later time.",
  });
  expect(whyNotOpen(visit(saturday, "12:00", "16:00"), hours)).toEqual({
    field: "time",
    message:
      "This visit would end at 4:00 PM, and on Saturdays we finish by 2:00 PM. Choose an earlier time or another day.",
  });
});

test("exactly the hours needed before a visit are in time", () => {
  const now = Temporal.Instant.from("2026-06-12T12:00:00Z");
  expect(isTooLate(now.add({ hours: 24 }), now, hours)).toBe(false);
  expect(isTooLate(now.add({ hours: 24 }).subtract({ seconds: 1 }), now, hours)).toBe(true);
  expect(isTooLate(now.add({ seconds: 1 }), now, ALWAYS_OPEN)).toBe(false);
});

describe("the slots of a day", () => {
  const schedule = (changes: Partial<Schedule & { date: string }> = {}) => ({
    date: monday,
    minutes: 180,
    bufferMinutes: 30,
    zone: "America/New_York",
    now: Temporal.Instant.from("2026-06-12T12:00:00Z"),
    crewIds: ["ann"],
    times: { hours: [], time_off: [] },
    busy: [],
    closures: [],
    hours,
    ...changes,
  });
  const states = (changes: Partial<Schedule & { date: string }> = {}) =>
    slotsOfDay(schedule(changes))
      .map(({ state }) => state)
      .join(" ");

  test("are closed where a visit of this length doesn't fit into the hours", () => {
    expect(states()).toBe("closed free free free closed");
    expect(states({ minutes: 90 })).toBe("closed free free free free");
    expect(states({ date: saturday })).toBe("closed free closed closed closed");
    expect(states({ date: sunday })).toBe("closed closed closed closed closed");
  });

  test("are closed until enough hours lie before them", () => {
    const now = Temporal.Instant.from("2026-06-14T16:00:01Z");
    expect(states({ now })).toBe("closed closed closed free closed");
  });

  test("are closed beyond the days that can be booked ahead", () => {
    expect(lastBookableDate("2026-06-12", hours)).toBe("2026-07-12");
    expect(states({ date: "2026-07-11", minutes: 60 })).toBe("closed free free closed closed");
    expect(states({ date: "2026-07-13", minutes: 60 })).toBe("closed closed closed closed closed");
  });

  test("are the start times of the service", () => {
    const startTimes = startTimesOf(["13:15", "09:30"]);
    expect(slotsOfDay(schedule({ startTimes }))).toEqual([
      { time: "9:30 AM", state: "free" },
      { time: "1:15 PM", state: "free" },
    ]);
    expect(byDistance("11:30 AM", startTimes)).toEqual(["1:15 PM", "9:30 AM"]);
  });
});

describe("the stored opening hours", () => {
  const stored = (key: string, value: string) =>
    companyHours(parseSettings([{ category: "hours", key, value }]));

  test("are read", () => {
    expect(stored("week", JSON.stringify(hours.week))).toEqual({ ...ALWAYS_OPEN, week: hours.week });
    expect(stored("lead_hours", "48")).toEqual({ ...ALWAYS_OPEN, lead_hours: 48 });
    expect(stored("days_ahead", "90")).toEqual({ ...ALWAYS_OPEN, days_ahead: 90 });
  });

  test.each([
    ["week", "{"],
    ["week", "[]"],
    ["week", JSON.stringify(Array.from({ length: 7 }, () => ({ opens: "17:00", last_finish: "09:00" })))],
    ["lead_hours", "-1"],
    ["days_ahead", "0"],
    ["days_ahead", "731"],
  ])("fall back to always open where %s is %s", (key, value) => {
    expect(stored(key, value)).toEqual(ALWAYS_OPEN);
  });
});

describe("the site says the hours", () => {
  test("of the office", () => {
    const early = { opens: "07:30", last_finish: "12:00" };
    expect(publicHours([null, day, day, early, day, null, null])).toEqual([
      { days: "Monday to Tuesday", hours: "9am to 5:30pm" },
      { days: "Wednesday", hours: "7:30am to 12pm" },
      { days: "Thursday", hours: "9am to 5:30pm" },
    ]);
  });

  test("of the specification as long as the office sets none", () => {
    expect(publicHours(null)).toEqual([
      { days: "Monday to Saturday", hours: "8am to 6pm" },
      { days: "Sunday", hours: "9am to 4pm" },
    ]);
  });
});
