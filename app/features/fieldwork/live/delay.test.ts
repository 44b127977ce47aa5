import { expect, test } from "vitest";
import { expectedTimes, type PlannedStop } from "./delay";

/** Minutes after 8 AM, as milliseconds. */
const at = (minutes: number) => minutes * 60_000;

const stop = (start: number, end: number, more: Partial<PlannedStop> = {}): PlannedStop => ({
  state: "to do",
  planned: { start: at(start), end: at(end) },
  ...{ started_at: null, finished_at: null, left_at: null, drive: null },
  ...more,
});
const lateAt = (minutes: number, ...stops: PlannedStop[]) =>
  expectedTimes(stops, at(minutes)).map(({ late }) => late);

test.each([
  ["before its start", -30, 0],
  ["at its start", 0, 0],
  ["10 minutes after its planned start", 10, 0],
  ["11 minutes after its planned start", 11, 11],
  ["an hour after its planned start", 60, 60],
])("a visit that hasn't begun, %s", (_, now, late) => {
  expect(lateAt(now, stop(0, 60))).toEqual([late]);
});

test.each([
  ["that began late is not late before its planned end", 59, 0],
  ["is on time at its planned end", 60, 0],
  ["is late as soon as its planned end is over", 61, 1],
])("a visit at work %s", (_, now, late) => {
  expect(lateAt(now, stop(0, 60, { state: "working", started_at: at(30) }))).toEqual([late]);
  expect(lateAt(now, stop(0, 60, { state: "paused", started_at: at(30) }))).toEqual([late]);
});

test("a visit that is done is never late, however long it took", () => {
  const done = stop(0, 60, { state: "done", started_at: at(20), finished_at: at(200) });
  expect(lateAt(300, done)).toEqual([0]);
});

test("a late start carries on to the next stops with their drives", () => {
  const stops = [
    stop(0, 60, { state: "working", started_at: at(40) }),
    stop(80, 140, { drive: 20 }),
    stop(300, 360, { drive: 30 }),
  ];
  const [first, second, third] = expectedTimes(stops, at(50));
  expect(first).toEqual({ start: at(40), end: at(100), late: 0 });
  expect(second).toEqual({ start: at(120), end: at(180), late: 40 });
  expect(third).toEqual({ start: at(300), end: at(360), late: 0 }); // the gap before it takes the delay up
});

test("what takes longer than planned makes the next one late from now on", () => {
  const stops = [stop(0, 60, { state: "working", started_at: at(0) }), stop(75, 135, { drive: 15 })];
  expect(lateAt(60, ...stops)).toEqual([0, 0]);
  expect(lateAt(70, ...stops)).toEqual([10, 0]); // 10 minutes are no delay for one that hasn't begun
  expect(lateAt(75, ...stops)).toEqual([15, 15]);
});

test("a crew on the way arrives after its drive, and not before now", () => {
  const way = { state: "on the way", left_at: at(10), drive: 30 } as const;
  expect(expectedTimes([stop(0, 60, way)], at(15))[0]).toMatchObject({ start: at(40), late: 40 });
  expect(expectedTimes([stop(0, 60, way)], at(55))[0]).toMatchObject({ start: at(55), late: 55 });
});

test("a visit that the office marked as completed, without a tap, holds nothing up", () => {
  const stops = [stop(0, 60, { state: "done" }), stop(70, 130, { drive: 5 })];
  expect(expectedTimes(stops, at(20))).toEqual([
    { start: at(0), end: at(60), late: 0 },
    { start: at(70), end: at(130), late: 0 },
  ]);
});

test("a crew that finished early is expected at the planned time", () => {
  const stops = [
    stop(0, 60, { state: "done", started_at: at(0), finished_at: at(30) }),
    stop(90, 150, { drive: 10 }),
  ];
  expect(expectedTimes(stops, at(35))[1]).toEqual({ start: at(90), end: at(150), late: 0 });
});
