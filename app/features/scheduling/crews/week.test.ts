import { describe, expect, test } from "vitest";
import { readShifts } from "./forms";
import { formatWeek } from "./week";

const on = (weekday: number, starts = "08:00", ends = "17:00") => ({ weekday, starts, ends });

describe("hours in words", () => {
  test.each([
    [[], "Company hours"],
    [[on(1), on(2), on(3), on(4), on(5)], "Mon–Fri 8:00 AM – 5:00 PM"],
    [[on(6), on(0)], "Sat, Sun 8:00 AM – 5:00 PM"],
    [[on(1), on(3)], "Mon 8:00 AM – 5:00 PM, Wed 8:00 AM – 5:00 PM"],
    [[on(1), on(2, "10:00", "14:00")], "Mon 8:00 AM – 5:00 PM, Tue 10:00 AM – 2:00 PM"],
  ])("%j: %s", (shifts, words) => {
    expect(formatWeek(shifts)).toBe(words);
  });
});

describe("the form of the hours", () => {
  test("without hours of its own has none, whatever stands in the fields", () => {
    expect(readShifts({ hours: "company", works_1: "on", starts_1: "nonsense" })).toEqual({
      ok: true,
      shifts: [],
    });
  });

  test("counts only the days that are worked", () => {
    const fields = { hours: "own", works_1: "on", starts_1: "08:00:00", ends_1: "12:30", starts_2: "x" };
    expect(readShifts(fields)).toEqual({ ok: true, shifts: [on(1, "08:00", "12:30")] });
  });

  test.each([
    [{}, { hours: "Choose at least one day." }],
    [{ works_0: "on", starts_0: "08:00" }, { day_0: "Sunday needs a start and an end time." }],
    [
      { works_0: "on", starts_0: "24:00", ends_0: "25:00" },
      { day_0: "Sunday needs a start and an end time." },
    ],
    [{ works_2: "on", starts_2: "12:00", ends_2: "12:00" }, { day_2: "Tuesday must end after it starts." }],
  ])("refuses %j", (fields, errors) => {
    expect(readShifts({ hours: "own", ...fields })).toEqual({ ok: false, errors });
  });
});
