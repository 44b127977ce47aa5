import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HoursRules, type HoursValues, hoursValues, mergeValues, readHours } from "./forms";

const topics = {
  services: [
    { id: "regular", title: "Regular Cleaning", shortest: 60 },
    { id: "deep", title: "Deep Cleaning", shortest: 240 },
  ],
  holidays: ["Thanksgiving Day", "Christmas Day"],
};
const day = { opens: "08:00", last_finish: "17:00" };
const rules: HoursRules = {
  week: [null, day, day, day, day, day, { opens: "09:00", last_finish: "14:00" }],
  lead_hours: 24,
  days_ahead: 90,
  holidays: ["Christmas Day"],
  start_times: { regular: ["08:00", "13:30"], deep: null },
};
const stored = hoursValues(rules, topics);

const errorsOf = (changes: HoursValues) => {
  const read = readHours({ ...stored, ...changes }, topics);
  return read.ok ? {} : read.errors;
};

test("the form reads back what it shows", () => {
  expect(readHours(stored, topics)).toEqual({ ok: true, rules });
  const anyTime = { ...rules, week: null };
  expect(readHours(hoursValues(anyTime, topics), topics)).toEqual({ ok: true, rules: anyTime });
});

describe("start times are read", () => {
  const timesOf = (text: string) => {
    const read = readHours({ ...stored, starts_regular: text }, topics);
    return read.ok ? read.rules.start_times.regular : read.errors.starts_regular;
  };

  test.each([
    ["8 am, 1:30 p.m.", ["08:00", "13:30"]],
    ["13:30; 08:00", ["08:00", "13:30"]],
    ["9:15 AM", ["09:15"]],
    ["", null],
    ["8:00 AM, 10:00 AM, 12:00 PM, 2:00 PM, 4:00 PM", null],
  ])("from %j", (text, times) => {
    expect(timesOf(text)).toEqual(times);
  });

  test.each([
    ["8", "“8” is not a time. Write times like 8:00 AM. Separate with commas."],
    ["2:00", "“2:00” is not a time. Write times like 8:00 AM. Separate with commas."],
    ["25:00", "“25:00” is not a time. Write times like 8:00 AM. Separate with commas."],
    ["-8:00 AM", "“-8:00 AM” is not a time. Write times like 8:00 AM. Separate with commas."],
    ["8:10 AM", "Visits start on the quarter hour: 8:10 AM doesn't."],
    ["8:00 AM, 08:00", "8:00 AM is there twice."],
    [
      "4:30 PM",
      "No visit could start at 4:30 PM and be over in time: Regular Cleaning takes at least 1 hour.",
    ],
    [
      "7:00 AM",
      "No visit could start at 7:00 AM and be over in time: Regular Cleaning takes at least 1 hour.",
    ],
  ])("and refused as in %j", (text, message) => {
    expect(timesOf(text)).toBe(message);
  });
});

describe("what can't be is refused beside its field:", () => {
  test.each<[string, HoursValues, Record<string, string>]>([
    [
      "hours that end before they start",
      { finish_1: "07:59" },
      { day_1: "Monday must finish after it opens." },
    ],
    ["hours that end as they start", { finish_1: "08:00" }, { day_1: "Monday must finish after it opens." }],
    ["a day without hours", { opens_2: "" }, { day_2: "Tuesday needs an opening and a last finish." }],
    [
      "a negative notice",
      { lead_hours: "-1" },
      { lead_hours: "Shortest notice must be a whole number from 0 to 336." },
    ],
    ["half a day", { days_ahead: "1.5" }, { days_ahead: "Days ahead must be a whole number from 1 to 730." }],
    [
      "no day at all",
      { days_ahead: "0" },
      { days_ahead: "Days ahead must be a whole number from 1 to 730." },
    ],
    [
      "a notice that reaches past the last day",
      { lead_hours: "48", days_ahead: "2" },
      { lead_hours: "Nothing could be booked: 2 days ahead are 48 hours. Shorten the notice." },
    ],
    [
      "hours in which a service has no start",
      Object.fromEntries(
        [1, 2, 3, 4, 5, 6].flatMap((n) => [
          [`opens_${n}`, "13:00"],
          [`finish_${n}`, "17:00"],
        ]),
      ),
      {
        starts_regular:
          "No visit could start at 8:00 AM and be over in time: Regular Cleaning takes at least 1 hour.",
        starts_deep:
          "With these hours Deep Cleaning can't be booked at any of its start times. Deep Cleaning takes at least 4 hours.",
      },
    ],
  ])("%s", (_title, changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors);
  });

  test("no open day", () => {
    const closed = Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith("works_")));
    const read = readHours(closed, topics);
    expect(read).toMatchObject({
      ok: false,
      errors: { hours: "Choose at least one day, or visits at any time." },
    });
  });

  test("even when somebody sends other fields", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(stored)), fc.string()), (junk) => {
        const read = readHours({ ...stored, ...junk }, topics);
        if (!read.ok) expect(Object.keys(read.errors).length).toBeGreaterThan(0);
        else
          for (const hours of read.rules.week ?? [])
            if (hours) expect(hours.opens < hours.last_finish).toBe(true);
      }),
    );
  });
});

describe("of two editors,", () => {
  const theirs = { ...stored, lead_hours: "48", finish_1: "16:00" };

  test("both keep what only one of them changed", () => {
    const { values, conflicts } = mergeValues({ ...stored, days_ahead: "30" }, stored, theirs);
    expect(conflicts).toEqual([]);
    expect(values).toEqual({ ...theirs, days_ahead: "30" });
  });

  test("the second is asked about what both changed", () => {
    const ours = { ...stored, lead_hours: "12", opens_1: "09:00" };
    expect(mergeValues(ours, stored, theirs).conflicts).toEqual(["day_1", "lead_hours"]);
    expect(mergeValues(ours, theirs, theirs)).toEqual({ values: ours, conflicts: [] });
  });

  test("nobody is asked when both changed the same", () => {
    expect(mergeValues(theirs, stored, theirs).conflicts).toEqual([]);
  });

  test("a holiday that one of them switched off stays off", () => {
    const { "holiday_Christmas Day": _, ...off } = stored;
    expect(mergeValues(stored, stored, off).values).toEqual(off);
    expect(mergeValues(off, stored, { ...stored, "holiday_Thanksgiving Day": "on" }).values).toEqual({
      ...off,
      "holiday_Thanksgiving Day": "on",
    });
  });
});
