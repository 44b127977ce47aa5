import { describe, expect, test } from "vitest";
import { isReminderDue, reminderDay } from "./rules";

const NEW_YORK = "America/New_York";
const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(NEW_YORK).toInstant();
const LONG_BEFORE = at("2026-01-02T09:00");

describe("a reminder is due", () => {
  test.each([
    ["on an ordinary day, at the same time of the day before", "2026-06-10T08:00", "2026-06-09T08:00"],
    ["when clocks go forward, an hour earlier by the clock", "2027-03-14T08:00", "2027-03-13T07:00"],
    ["when clocks go back, an hour later by the clock", "2026-11-01T08:00", "2026-10-31T09:00"],
    ["the day after clocks went forward, at the same time", "2027-03-15T08:00", "2027-03-14T08:00"],
    ["the day after clocks went back, at the same time", "2026-11-02T08:00", "2026-11-01T08:00"],
  ])("%s", (_name, visit, reminder) => {
    const starts_at = at(visit);
    const due = at(reminder);
    const minute = { minutes: 1 };
    expect(isReminderDue({ starts_at, informed_at: LONG_BEFORE }, due.subtract(minute))).toBe(false);
    expect(isReminderDue({ starts_at, informed_at: LONG_BEFORE }, due)).toBe(true);
    expect(isReminderDue({ starts_at, informed_at: LONG_BEFORE }, starts_at.subtract(minute))).toBe(true);
    expect(isReminderDue({ starts_at, informed_at: LONG_BEFORE }, starts_at)).toBe(false);
    expect(isReminderDue({ starts_at, informed_at: due }, due.add(minute))).toBe(false);
    expect(isReminderDue({ starts_at, informed_at: due.subtract(minute) }, due)).toBe(true);
  });
});

test.each([
  ["2026-06-10T08:00", "2026-06-09T08:05", "tomorrow"],
  ["2026-06-10T08:00", "2026-06-10T00:05", "today"],
  ["2026-06-10T21:00", "2026-06-09T23:30", "tomorrow"],
  ["2026-11-01T08:00", "2026-10-31T23:59", "tomorrow"],
])('for a visit at %s, a reminder at %s says "%s"', (visit, now, day) => {
  expect(reminderDay(at(visit), at(now), NEW_YORK)).toBe(day);
});
