import { expect, test } from "vitest";
import { nextVisits } from "~/features/plans/schedule/rules";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { crowdedMonth, type KnownVisit, lostVisits, rhythmFrom, targetsOf } from "./rules";

/** Every other Tuesday at 10:00 AM, from June 9 on. */
const PLAN = {
  first_date: "2026-06-09",
  frequency: "biweekly",
  first_visit: 1,
  slot_time: "10:00:00",
} as const;
const plan = { ...PLAN, earlier_rhythms: [] };
const SPAN = { today: "2026-06-01", paused_from: null, resumes_on: null, ends_on: null };
const time = "10:00 AM" as const;

/** The first four visits, as they are scheduled. */
const known = (changes: Record<number, Partial<KnownVisit>> = {}): KnownVisit[] =>
  nextVisits(PLAN, SPAN, 4).map(({ visit, date }) => {
    const plain = {
      id: `visit ${visit}`,
      visit,
      own: date,
      date,
      time,
      state: "ahead",
      moved: false,
    } as const;
    return { ...plain, ...changes[visit] };
  });

const days = (rhythm: Parameters<typeof visitDate>[0], numbers: number[]) =>
  numbers.map((visit) => visitDate(rhythm, visit).slice(5));

test("another weekday keeps the numbers, and visits before it keep their days", () => {
  const rhythm = rhythmFrom(plan, { ...PLAN, visit: 3, date: "2026-07-09" }, 12);
  expect(rhythm).toMatchObject({ renumbered: false, first_visit: 3 });
  expect(days(rhythm, [1, 2, 3, 4])).toEqual(["06-09", "06-23", "07-09", "07-23"]);
});

test("another frequency counts on from the highest number, and given-up numbers keep their days", () => {
  const rhythm = rhythmFrom(plan, { ...PLAN, visit: 3, date: "2026-07-07", frequency: "weekly" }, 12);
  expect(rhythm).toMatchObject({ renumbered: true, first_visit: 13 });
  expect(days(rhythm, [2, 3, 4, 13, 14])).toEqual(["06-23", "07-07", "07-21", "07-07", "07-14"]);
  expect(nextVisits(rhythm, SPAN, 4).map(({ visit }) => visit)).toEqual([1, 2, 13, 14]);
});

test("another frequency from the first visit on leaves that visit its number", () => {
  const rhythm = rhythmFrom(plan, { ...PLAN, visit: 1, date: "2026-06-11", frequency: "weekly" }, 12);
  expect(nextVisits(rhythm, SPAN, 3)).toEqual([
    { visit: 1, date: "2026-06-11" },
    { visit: 13, date: "2026-06-18" },
    { visit: 14, date: "2026-06-25" },
  ]);
  expect(days(rhythm, [2, 12])).toEqual(["06-23", "11-10"]);
  const again = rhythmFrom(rhythm, { ...PLAN, visit: 1, date: "2026-06-12", frequency: "monthly" }, 24);
  expect(nextVisits(again, SPAN, 2).map(({ visit }) => visit)).toEqual([1, 25]);
  expect(days(again, [2, 14])).toEqual(["06-23", "06-25"]);
});

test("a change that begins before an earlier one has begun takes its place", () => {
  const weekly = rhythmFrom(plan, { ...PLAN, visit: 4, date: "2026-07-21", frequency: "weekly" }, 12);
  const rhythm = rhythmFrom(weekly, { ...weekly, visit: 2, date: "2026-06-25" }, 16);
  expect(rhythm).toMatchObject({ renumbered: true, first_visit: 17, frequency: "weekly" });
  expect(nextVisits(rhythm, SPAN, 3)).toEqual([
    { visit: 1, date: "2026-06-09" },
    { visit: 17, date: "2026-06-25" },
    { visit: 18, date: "2026-07-02" },
  ]);
  expect(days(rhythm, [4, 13])).toEqual(["07-21", "07-21"]);
});

test("the same day, time and frequency change nothing", () => {
  expect(rhythmFrom(plan, { ...PLAN, visit: 3, date: "2026-07-07" }, 12)).toEqual({
    ...plan,
    renumbered: false,
  });
});

const change = (from: number, date: string, frequency: "biweekly" | "weekly" | "monthly" = "biweekly") => ({
  from,
  rhythm: rhythmFrom(plan, { ...PLAN, visit: from, date, frequency }, 4),
  time,
  shifts: true,
});
const words = (targets: ReturnType<typeof targetsOf>) =>
  targets.map(
    ({ number, known, to }) => `${known?.visit ?? "new"} as ${number}: ${to?.date.slice(5) ?? "-"}`,
  );

test("every visit from the first on gets the new day, and those before it stay", () => {
  expect(words(targetsOf(known(), change(2, "2026-06-25"), SPAN, 4))).toEqual([
    "2 as 2: 06-25",
    "3 as 3: 07-09",
    "4 as 4: 07-23",
  ]);
});

test("a visit that was moved alone stays where it is, unless it is the first", () => {
  const moved = known({ 2: { date: "2026-06-24", moved: true }, 3: { date: "2026-07-10", moved: true } });
  expect(words(targetsOf(moved, change(2, "2026-06-25"), SPAN, 4))).toEqual([
    "2 as 2: 06-25",
    "3 as 3: 07-10",
    "4 as 4: 07-23",
  ]);
});

test("skipped and finished visits are left alone, and what was released is scheduled again", () => {
  const mixed = known({ 1: { state: "done" }, 2: { state: "skipped" }, 3: { state: "given up" } });
  expect(words(targetsOf(mixed, change(1, "2026-06-11"), SPAN, 4))).toEqual([
    "new as 3: 07-09",
    "4 as 4: 07-23",
  ]);
});

test("visits follow one another in another frequency; those that are too many are released", () => {
  const ending = { ...SPAN, ends_on: "2026-07-21" };
  expect(words(targetsOf(known(), change(2, "2026-06-23", "monthly"), ending, 4))).toEqual([
    "2 as 5: 06-23",
    "3 as 3: -",
    "4 as 4: -",
  ]);
});

test.each([
  ["a nearer day of the paid month", "2026-06-25", "biweekly", "2026-07-01", 0],
  ["a day after the paid month", "2026-07-02", "biweekly", "2026-07-01", 1],
  ["more visits in the paid month", "2026-06-16", "weekly", "2026-07-01", -2],
] as const)(
  "with %s, the paid time loses as many visits as it has fewer",
  (_, date, frequency, until, lost) => {
    const { from, ...rest } = change(2, date, frequency);
    const targets = targetsOf(known(), { from, ...rest }, SPAN, 4);
    expect(lostVisits(known(), targets, from, until)).toBe(lost);
  },
);

test("a month is crowded with more visits than it had and than its frequency ever has", () => {
  const rhythm = rhythmFrom(plan, { ...PLAN, visit: 3, date: "2026-06-24" }, 4);
  const targets = targetsOf(known(), { from: 3, rhythm, time, shifts: true }, SPAN, 4);
  const monthOf = (own: string) => own.slice(0, 7);
  const change = { from: 3, frequency: "biweekly" } as const;
  expect(crowdedMonth(known(), targets, change, monthOf)).toBeNull();
  const again = targets.map((one) => ({ ...one, own: "2026-06-30" }));
  expect(crowdedMonth(known(), again, change, monthOf)).toEqual({ month: "2026-06", visits: 4 });
  const before = known({ 3: { own: "2026-06-24" }, 4: { own: "2026-06-25" } });
  expect(crowdedMonth(before, again, change, monthOf)).toBeNull();
  const givenUp = known({ 1: { state: "given up" }, 2: { state: "skipped" } });
  expect(crowdedMonth(givenUp, again, change, monthOf)).toBeNull();
});
