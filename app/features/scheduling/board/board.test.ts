import { describe, expect, test } from "vitest";
import { axisHeads, axisOf, nearestSlot, rowOf } from "./axis";
import {
  type Board,
  type BoardVisit,
  formatSpan,
  minuteOf,
  parseSchedule,
  placeAfterMove,
  schedulePath,
  shownDays,
  toastOfClosing,
  toastOfMove,
  whyNotHere,
  whyNotThere,
} from "./board";

const DAY = "2026-06-10";
const crew = { id: "ann", name: "Ann's crew", is_active: true, hours: [], time_off: [] };

function visit(time: string, hours: number, changes: Partial<BoardVisit> = {}): BoardVisit {
  const starts = minuteOf(time);
  return {
    ...{
      id: time,
      date: DAY,
      time,
      starts,
      minutes: hours * 60,
      ends: "",
      customer: null,
      service: "",
      city: "",
      zip: "",
    },
    ...{ status: "confirmed", held: false, attention: null, crew_id: "ann", movable: true, sequence: 0 },
    ...changes,
  };
}

const board = (changes: Partial<Board> = {}): Board => ({
  ...{ days: [DAY], crews: [crew], visits: [], closures: [] },
  ...changes,
});

/** "8+3" is a visit of three hours at eight, "-2" a gap of two hours, "x2" one outside the hours, "c2" a closed one. */
const row = (changes: Partial<Board>, own: typeof crew = crew) => {
  const shown = board({ ...changes, crews: [own] });
  return rowOf(shown, own, DAY, axisOf(shown.visits))
    .map((piece) => {
      if (piece.kind === "visit") return `${piece.visit.starts / 60}+${piece.span / 4}`;
      return `${{ closed: "c", off: "x", none: "-" }[piece.shade ?? "none"]}${piece.span / 4}`;
    })
    .join(" ");
};

describe("the row of a crew", () => {
  test("ends at six, or with its last visit, and is cut where slots begin", () => {
    expect(row({})).toBe("-2 -2 -2 -2 -2");
    expect(row({ visits: [visit("8:00 AM", 3), visit("12:00 PM", 1)] })).toBe("8+3 -1 12+1 -1 -2 -2");
    expect(row({ visits: [visit("4:00 PM", 8)] })).toBe("-2 -2 -2 -2 16+8");
    expect(axisOf([visit("4:00 PM", 3)])).toEqual({ from: 480, to: 1140 });
  });

  test("shows what is closed and when the crew is not at work", () => {
    const closures = [{ id: "1", date: DAY, time: "10:00 AM", reason: null }];
    expect(row({ closures })).toBe("-2 c2 -2 -2 -2");
    expect(row({ closures: [{ id: "1", date: DAY, time: null, reason: null }] })).toBe("c2 c2 c2 c2 c2");
    const hours = [{ weekday: 3, starts: "09:00:00", ends: "15:00:00" }];
    expect(row({}, { ...crew, hours } as never)).toBe("x1 -1 -2 -2 -1 x1 x2");
    const time_off = [{ first_day: DAY, last_day: DAY }];
    expect(row({}, { ...crew, time_off } as never)).toBe("x2 x2 x2 x2 x2");
  });

  test("never overlaps, whatever the data say", () => {
    expect(row({ visits: [visit("8:00 AM", 3), visit("10:00 AM", 1)] })).toBe("8+3 10+1 -2 -2 -2");
  });

  test("has a head over each slot", () => {
    expect(axisHeads({ from: 480, to: 1140 }).map(({ time, span }) => `${time} ${span / 4}`)).toEqual([
      "8:00 AM 2",
      "10:00 AM 2",
      "12:00 PM 2",
      "2:00 PM 2",
      "4:00 PM 3",
    ]);
  });
});

test.each([
  [0, "8:00 AM"],
  [539, "8:00 AM"],
  [545, "10:00 AM"],
  [900, "2:00 PM"],
  [1439, "4:00 PM"],
])("minute %i is nearest to %s", (minute, slot) => {
  expect(nearestSlot(minute)).toBe(slot);
});

describe("what speaks against a place", () => {
  const moved = visit("8:00 AM", 3);
  const at = (time: string, changes: Partial<Board> = {}, date = DAY) =>
    whyNotThere(board(changes), moved, { crew_id: "ann", date, time });
  test.each([
    ["nothing", {}, "10:00 AM", null],
    ["itself is not in its way", { visits: [moved] }, "10:00 AM", null],
    [
      "another visit",
      { visits: [visit("12:00 PM", 1)] },
      "10:00 AM",
      "Ann's crew has another visit at that time.",
    ],
    ["one that ends before", { visits: [visit("12:00 PM", 2)] }, "2:00 PM", null],
    [
      "a closure",
      { closures: [{ id: "1", date: DAY, time: null, reason: null }] },
      "2:00 PM",
      "That time is closed.",
    ],
    [
      "a closure of where it is",
      { closures: [{ id: "1", date: DAY, time: null, reason: null }] },
      "8:00 AM",
      null,
    ],
    [
      "its hours",
      { crews: [{ ...crew, hours: [{ weekday: 3, starts: "08:00:00", ends: "16:00:00" }] }] },
      "2:00 PM",
      "Ann's crew doesn't work at that time.",
    ],
    [
      "a day off",
      { crews: [{ ...crew, time_off: [{ first_day: DAY, last_day: DAY }] }] },
      "2:00 PM",
      "Ann's crew is off on Jun 10, 2026.",
    ],
    ["a crew out of work", { crews: [{ ...crew, is_active: false }] }, "2:00 PM", "Ann's crew is inactive."],
  ])("%s", (_, changes, time, expected) => {
    expect(at(time, changes)).toBe(expected);
  });
});

test("a visit where its crew is off by now says so, but not one that is over", () => {
  const off = { crews: [{ ...crew, time_off: [{ first_day: DAY, last_day: DAY }] }] };
  expect(whyNotHere(board(off), visit("8:00 AM", 1))).toBe("Ann's crew is off on Jun 10, 2026.");
  expect(whyNotHere(board(off), visit("8:00 AM", 1, { movable: false }))).toBeNull();
  expect(whyNotHere(board(), visit("8:00 AM", 1))).toBeNull();
});

test("a week runs from Sunday to Saturday", () => {
  expect(shownDays("week", DAY)).toEqual([
    "2026-06-07",
    "2026-06-08",
    "2026-06-09",
    DAY,
    "2026-06-11",
    "2026-06-12",
    "2026-06-13",
  ]);
  expect(shownDays("day", DAY)).toEqual([DAY]);
  expect(formatSpan({ time: "8:00 AM", ends: "11:30 AM" })).toBe("8 AM – 11:30 AM");
});

test("an address and what it shows agree", () => {
  const place = {
    view: "week",
    date: DAY,
    visit: "11111111-1111-4111-8111-111111111111",
    close: null,
    feed: true,
  } as const;
  const params = new URLSearchParams(schedulePath(place).split("?")[1]);
  expect(parseSchedule(params, "2026-01-01")).toEqual(place);
});

describe("after a move", () => {
  const page = { view: "week", date: DAY, visit: "x", close: null, feed: false } as const;
  const before = { date: DAY, time: "8:00 AM", crew_id: "ann" };

  test("one looks at the days that were shown if the visit is there, else at its new day", () => {
    expect(placeAfterMove(page, "2026-06-13")).toMatchObject({ view: "week", date: DAY, visit: null });
    expect(placeAfterMove(page, "2026-06-14")).toMatchObject({ view: "week", date: "2026-06-14" });
  });

  test("it can be taken back, if it had a crew to go back to", () => {
    const after = { ...before, time: "2:00 PM" };
    const toast = toastOfMove("id", { before, after, mailed: true, sequence: 4 }, page);
    expect(toast).toMatchObject({
      title: "Visit moved",
      description: "Jun 10, 2026, 2:00 PM. The customer will be emailed.",
      undo: { fields: { intent: "move", id: "id", ...before, sequence: "4" } },
    });
    const unplaced = { ...before, crew_id: null };
    const placed = toastOfMove("id", { before: unplaced, after, mailed: false, sequence: 4 }, page);
    expect(placed.description).toBe("Jun 10, 2026, 2:00 PM.");
    expect(placed.undo).toBeUndefined();
    const crewOnly = { before, after: { ...before, crew_id: "ben" }, mailed: true, sequence: 1 };
    const other = toastOfMove("id", crewOnly, page);
    expect(other).toMatchObject({ title: "Crew changed", description: "Jun 10, 2026, 8:00 AM." });
  });

  test("closing and opening take each other back", () => {
    expect(toastOfClosing({ closed: "id", date: DAY, time: null }, "/x").undo?.fields).toEqual({
      open: "id",
    });
    const opened = { date: DAY, time: "8:00 AM", reason: "Fair" };
    expect(toastOfClosing({ opened }, "/x").undo?.fields).toEqual({
      close: "8:00 AM",
      date: DAY,
      reason: "Fair",
    });
  });
});
