import { describe, expect, test } from "vitest";
import { addedMiles, blocker, chooseCrew, driveMinutes, milesOfDay, type Roads, widened } from "./rules";

/** ZIP codes on a line, a mile from one number to the next; "?" is unknown. */
const roads: Roads = {
  miles_per_hour: 30,
  buffer_minutes: 30,
  milesBetween: (from, to) => (from === "?" || to === "?" ? null : Math.abs(Number(from) - Number(to))),
};

const at = (hour: number) => ({ epochMilliseconds: hour * 3_600_000 });
/** From one hour to another, the travel buffer included. */
const stop = (zip: string, from: number, to: number) => ({ zip, range: { start: at(from), end: at(to) } });

describe("the minutes of a drive", () => {
  test.each([
    ["100", "100", 0],
    ["100", "115", 30],
    ["115", "100", 30],
    ["100", "116", 32],
    ["100", "101", 2],
    ["100", "?", 0],
    ["?", "?", 0],
  ])("from %s to %s are %i", (from, to, minutes) => expect(driveMinutes(roads, from, to)).toBe(minutes));

  test("are rounded up", () => {
    expect(driveMinutes({ ...roads, miles_per_hour: 7 }, "100", "101")).toBe(9);
  });
});

describe("a visit in 100 from 10:00 to 12:00, its travel included,", () => {
  const visit = stop("100", 10, 12);
  test.each([
    ["is reached from 115, half an hour away, within the buffer", stop("115", 8, 10), false],
    ["is not reached from 116, half an hour and two minutes away", stop("116", 8, 10), true],
    ["is reached from 130, an hour away, with half an hour more", stop("130", 7, 9.5), false],
    ["leaves no time to reach 116 at its end", stop("116", 12, 14), true],
    ["leaves time to reach 130 half an hour later", stop("130", 12.5, 14), false],
    ["overlaps another one next door", stop("100", 11, 13), true],
    ["needs only the buffer to a ZIP code that is unknown", stop("?", 8, 10), false],
  ])("%s", (_title, other, blocked) => {
    expect(blocker([other], visit, roads) === other).toBe(blocked);
    const [wide] = widened([other], "100", roads);
    const free =
      (wide?.range.end.epochMilliseconds ?? 0) <= visit.range.start.epochMilliseconds ||
      (wide?.range.start.epochMilliseconds ?? 0) >= visit.range.end.epochMilliseconds;
    expect(free).toBe(!blocked);
  });
});

test("without roads or a ZIP code the buffer alone counts", () => {
  const busy = [stop("190", 8, 10)];
  expect(widened(busy, "100", null)).toBe(busy);
  expect(widened(busy, undefined, roads)).toBe(busy);
});

describe("of the crews that can drive to a visit", () => {
  const visit = stop("100", 12, 14);
  const crew = (id: string, ...day: ReturnType<typeof stop>[]) => ({ id, stops: day, day });

  test("the one with the least added driving is chosen", () => {
    const far = crew("far", stop("110", 8, 10), stop("110", 16, 18)); // 20 miles more
    const onTheWay = crew("on the way", stop("110", 8, 10), stop("90", 16, 18)); // none
    expect(chooseCrew([far, onTheWay], visit, roads)).toBe("on the way");
  });

  test("of two alike, the first of the list comes, which has less to do", () => {
    expect(chooseCrew([crew("idle"), crew("next door", stop("100", 8, 10))], visit, roads)).toBe("idle");
    expect(chooseCrew([crew("next door", stop("100", 8, 10)), crew("idle")], visit, roads)).toBe("next door");
  });

  test("the visit's own crew stays if it can make it, however far", () => {
    const own = crew("own", stop("114", 8, 10));
    expect(chooseCrew([crew("idle"), own], visit, roads, "own")).toBe("own");
    const tooFar = crew("own", stop("190", 9, 12));
    expect(chooseCrew([crew("idle"), tooFar], visit, roads, "own")).toBe("idle");
  });

  test("none comes when all are too far away", () => {
    expect(chooseCrew([crew("far", stop("190", 9, 12))], visit, roads)).toBeNull();
    expect(chooseCrew([], visit, roads)).toBeNull();
  });
});

test("a visit adds the way to it and from it, less the way that it interrupts", () => {
  const day = [stop("120", 15, 17), stop("100", 8, 10)];
  expect(addedMiles(day, stop("110", 12, 14), roads)).toBe(0);
  expect(addedMiles(day, stop("130", 12, 14), roads)).toBe(20);
  expect(addedMiles(day, stop("130", 18, 20), roads)).toBe(10);
  expect(addedMiles([], stop("130", 12, 14), roads)).toBe(0);
});

test("the miles of a day are counted from stop to stop in their order", () => {
  expect(milesOfDay([stop("120", 15, 17), stop("100", 8, 10), stop("105", 11, 13)], roads)).toBe(20);
  expect(milesOfDay([stop("?", 8, 10), stop("100", 11, 13)], roads)).toBe(0);
  expect(milesOfDay([], roads)).toBe(0);
});
