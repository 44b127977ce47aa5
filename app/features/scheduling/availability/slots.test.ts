import { describe, expect, test } from "vitest";
import { companyToday } from "~/lib/dates";
import { lastBookableDate } from "./opening-hours";
import {
  availabilityOfDays,
  type Busy,
  blockedRange,
  dayState,
  freeCrews,
  isSlotTime,
  monthDays,
  parseSlotTime,
  type Schedule,
  type SlotState,
  type SlotTime,
  slotRange,
  slotsOfDay,
} from "./slots";

const zone = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);

/** A day well ahead, two crews, nothing booked, visits of three hours with half an hour of travel. */
function schedule(changes: Partial<Schedule> = {}): Schedule & { date: string } {
  return {
    date: "2026-06-10",
    minutes: 180,
    bufferMinutes: 30,
    zone,
    now: at("2026-06-01T12:00:00Z"),
    crewIds: ["ann", "ben"],
    times: { hours: [], time_off: [] },
    busy: [],
    closures: [],
    ...changes,
  };
}

function busy(crew_id: string, time: SlotTime, minutes = 180): Busy {
  return { crew_id, range: blockedRange(slotRange("2026-06-10", time, minutes, zone), 30) };
}

function states(day: Schedule & { date: string }): SlotState[] {
  return slotsOfDay(day).map(({ state }) => state);
}

describe("times", () => {
  test.each([
    ["8:00 AM", "08:00:00"],
    ["12:00 PM", "12:00:00"],
    ["12:30 AM", "00:30:00"],
    ["4:00 PM", "16:00:00"],
  ])("%s is %s", (text, clock) => {
    expect(parseSlotTime(text)?.toString()).toBe(clock);
  });

  test.each(["", "8 AM", "08:00 AM", "13:00 PM", "0:00 AM", "8:60 AM", "8:00 am", "08:00:00", "8:00 AM\n"])(
    "%j is no time",
    (text) => {
      expect(parseSlotTime(text)).toBeNull();
      expect(isSlotTime(text)).toBe(false);
    },
  );

  test("today is the company's day, not the server's", () => {
    expect(companyToday(at("2026-06-11T03:59:00Z"), zone)).toBe("2026-06-10");
    expect(companyToday(at("2026-06-11T04:00:00Z"), zone)).toBe("2026-06-11");
  });
});

describe("slotRange", () => {
  test.each([
    ["2026-01-15", "8:00 AM", "2026-01-15T13:00:00Z"],
    ["2026-03-07", "8:00 AM", "2026-03-07T13:00:00Z"],
    ["2026-03-08", "8:00 AM", "2026-03-08T12:00:00Z"],
    ["2026-10-31", "4:00 PM", "2026-10-31T20:00:00Z"],
    ["2026-11-01", "4:00 PM", "2026-11-01T21:00:00Z"],
  ] as const)("%s at %s, across clock changes, starts at %s", (date, time, start) => {
    expect(slotRange(date, time, 180, zone).start.toString()).toBe(start);
  });

  test("a full day from 4:00 PM, the evening before a clock change, still lasts eight hours", () => {
    const { start, end } = slotRange("2026-10-31", "4:00 PM", 8 * 60, zone);
    expect(start.until(end).total("minutes")).toBe(480);
  });
});

describe("slotsOfDay", () => {
  test("all five are free when nothing is booked", () => {
    expect(states(schedule())).toEqual(["free", "free", "free", "free", "free"]);
  });

  test("a slot is full when every crew is busy at some time of the visit or the travel after it", () => {
    const both = [busy("ann", "12:00 PM"), busy("ben", "12:00 PM")];
    expect(states(schedule({ busy: both }))).toEqual(["free", "full", "full", "full", "free"]);
  });

  test("one free crew is enough", () => {
    const mixed = [busy("ann", "12:00 PM"), busy("ben", "8:00 AM")];
    expect(states(schedule({ busy: mixed }))).toEqual(["free", "full", "free", "free", "free"]);
  });

  test("travel counts between visits: two hours fit from 10 to 12 only without it", () => {
    const day = { crewIds: ["ann"], busy: [busy("ann", "12:00 PM", 120)], minutes: 120 };
    expect(states(schedule({ ...day, bufferMinutes: 30 }))[1]).toBe("full");
    expect(states(schedule({ ...day, bufferMinutes: 0 }))[1]).toBe("free");
  });

  test("an evening visit that ends after midnight keeps its crew from nothing the next morning", () => {
    const night = { crewIds: ["ann"], busy: [busy("ann", "4:00 PM", 480)] };
    expect(states({ ...schedule(night), date: "2026-06-11" })[0]).toBe("free");
  });

  test("slots of today that have begun are past, to the second", () => {
    const now = at("2026-06-10T14:00:00Z");
    expect(states(schedule({ now }))).toEqual(["past", "past", "free", "free", "free"]);
    expect(states(schedule({ now: now.subtract({ seconds: 1 }) }))[1]).toBe("free");
  });

  test("past beats closed, closed beats full", () => {
    const now = at("2026-06-10T15:00:00Z");
    const closures = [{ date: "2026-06-10", time: null }];
    expect(states(schedule({ now, closures, crewIds: [] }))).toEqual([
      "past",
      "past",
      "closed",
      "closed",
      "closed",
    ]);
  });

  test("closing one slot or another day leaves the rest", () => {
    const closures = [
      { date: "2026-06-10", time: "2:00 PM" as const },
      { date: "2026-06-11", time: null },
    ];
    expect(states(schedule({ closures }))).toEqual(["free", "free", "free", "closed", "free"]);
  });

  test("without crews everything is full", () => {
    expect(states(schedule({ crewIds: [] }))).toEqual(["full", "full", "full", "full", "full"]);
  });

  test("days beyond the horizon are closed", () => {
    const last = lastBookableDate("2026-06-01");
    expect(last).toBe("2027-06-01");
    expect(states({ ...schedule(), date: last })[0]).toBe("free");
    expect(states({ ...schedule(), date: "2027-06-02" })[0]).toBe("closed");
  });
});

test("freeCrews keeps the order it was given and ignores crews it was not asked about", () => {
  const visit = blockedRange(slotRange("2026-06-10", "12:00 PM", 180, zone), 30);
  expect(freeCrews(["cat", "ann", "ben"], [busy("ann", "12:00 PM"), busy("zoe", "12:00 PM")], visit)).toEqual(
    ["cat", "ben"],
  );
});

test.each([
  [["past", "full", "free"], "free"],
  [["past", "closed", "full"], "full"],
  [["past", "closed"], "closed"],
  [["past", "past"], "past"],
] as const)("a day with %j is %s", (slots, expected) => {
  expect(dayState(slots.map((state) => ({ time: "8:00 AM", state })))).toBe(expected);
});

describe("months", () => {
  test("have all their days, leap years included", () => {
    expect(monthDays("2028-02")).toHaveLength(29);
    expect(monthDays("2026-11").at(-1)).toBe("2026-11-30");
    expect(() => monthDays("2026-13")).toThrow(RangeError);
  });

  test("tell each day's state", () => {
    const { date: _, ...june } = schedule({
      now: at("2026-06-03T21:00:00Z"),
      closures: [{ date: "2026-06-05", time: null }],
    });
    const days = availabilityOfDays({ ...june, dates: monthDays("2026-06") });
    expect(days.slice(0, 5).map(({ date, state }) => [date, state])).toEqual([
      ["2026-06-01", "past"],
      ["2026-06-02", "past"],
      ["2026-06-03", "past"],
      ["2026-06-04", "free"],
      ["2026-06-05", "closed"],
    ]);
    expect(days[3]?.slots).toHaveLength(5);
  });
});

describe("working hours and time off", () => {
  const hoursOf = (crew_id: string, weekday: number, starts: string, ends: string) => ({
    crew_id,
    weekday,
    starts: `${starts}:00`,
    ends: `${ends}:00`,
  });
  const everyDay = (starts: string, ends: string) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => hoursOf("ann", weekday, starts, ends));
  const states = (date: string, minutes: number, changes: Partial<Parameters<typeof slotsOfDay>[0]>) =>
    slotsOfDay({
      date,
      minutes,
      bufferMinutes: 30,
      zone: "America/New_York",
      now: Temporal.Instant.from("2026-02-01T12:00:00Z"),
      crewIds: ["ann"],
      times: { hours: [], time_off: [] },
      busy: [],
      closures: [],
      ...changes,
    })
      .map(({ state }) => state)
      .join(" ");

  test.each([
    ["an ordinary Wednesday", "2026-06-10"],
    ["the day the clocks go forward", "2026-03-08"],
    ["the day the clocks go back", "2026-11-01"],
  ])("leave free what lies within them, the travel aside: %s", (_, date) => {
    const times = { hours: everyDay("10:00", "16:00"), time_off: [] };
    expect(states(date, 120, { times })).toBe("full free free free full");
    expect(states(date, 180, { times })).toBe("full free free full full");
    expect(states(date, 360, { times })).toBe("full free full full full");
    expect(states(date, 390, { times })).toBe("full full full full full");
  });

  test("of one crew say nothing of another", () => {
    const times = {
      hours: [hoursOf("ann", 3, "08:00", "12:00")],
      time_off: [{ crew_id: "ben", first_day: "2026-06-09", last_day: "2026-06-10" }],
    };
    expect(states("2026-06-10", 120, { times, crewIds: ["ann", "ben"] })).toBe("free free full full full");
    expect(states("2026-06-11", 120, { times, crewIds: ["ann", "ben"] })).toBe("free free free free free");
    expect(states("2026-06-11", 120, { times })).toBe("full full full full full");
  });

  test("hold for a visit across midnight on the day that it begins", () => {
    const times = { hours: everyDay("08:00", "23:59"), time_off: [] };
    expect(states("2026-06-10", 479, { times }).endsWith("free")).toBe(true);
    expect(states("2026-06-10", 480, { times }).endsWith("full")).toBe(true);
  });
});
