import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blocker, milesOfDay, type Roads } from "./rules";
import { type DayVisit, shortenDrives } from "./swap";

/** ZIP codes on a line, a mile from one number to the next. */
const roads: Roads = {
  miles_per_hour: 30,
  buffer_minutes: 30,
  milesBetween: (from, to) => Math.abs(Number(from) - Number(to)),
};

const at = (hour: number) => ({ epochMilliseconds: hour * 3_600_000 });
const visit = (id: string, crew_id: string, zip: string, from: number, fixed = false): DayVisit => ({
  id,
  crew_id,
  zip,
  fixed,
  range: { start: at(from), end: at(from + 2) },
});
const always = () => true;
/** Birch crosses Maple's way: each has a visit near the other's. */
const crossed = [
  visit("birch 8", "birch", "100", 8),
  visit("birch 12", "birch", "110", 12),
  visit("maple 8", "maple", "110", 8),
  visit("maple 12", "maple", "100", 12),
];
const day = (visits: DayVisit[], given = {}) =>
  shortenDrives({ visits, crew_ids: ["birch", "maple"], canCome: always, roads, ...given });

describe("shortening the drives of a day", () => {
  test("lets two crews change visits, and says the miles before and after", () => {
    const { swaps, before, after } = day(crossed);
    expect([before, after]).toEqual([20, 0]);
    expect(swaps).toHaveLength(2);
  });

  test("gives a visit to a crew that is next door", () => {
    const visits = [
      visit("a", "birch", "100", 8),
      visit("b", "birch", "130", 12),
      visit("c", "maple", "130", 8),
    ];
    expect(day(visits).swaps).toEqual([{ id: "b", from: "birch", to: "maple" }]);
  });

  test("sends out no crew that has no visit, however much the others drive", () => {
    const visits = [visit("a", "birch", "100", 8), visit("b", "birch", "130", 12)];
    expect(day(visits)).toEqual({ swaps: [], before: 30, after: 30 });
  });

  test("leaves a visit alone whose customer asked for the crew", () => {
    const fixed = crossed.map((one) => ({ ...one, fixed: true }));
    expect(day(fixed)).toEqual({ swaps: [], before: 20, after: 20 });
  });

  test("sends no crew that is not at work then", () => {
    const onlyOwn = (crewId: string, { crew_id }: DayVisit) => crewId === crew_id;
    expect(day(crossed, { canCome: onlyOwn }).swaps).toEqual([]);
  });

  test("changes nothing on a day that is as short as it can be", () => {
    expect(day([visit("a", "birch", "100", 8), visit("b", "maple", "130", 8)])).toEqual({
      swaps: [],
      before: 0,
      after: 0,
    });
    expect(day([])).toEqual({ swaps: [], before: 0, after: 0 });
  });

  test("finishes a day of 100 visits and 20 crews without exhausting its tries", () => {
    const many = Array.from({ length: 100 }, (_, n) =>
      visit(`v${n}`, `crew ${n % 20}`, String(1000 + ((n * 37) % 60)), 6 + Math.floor(n / 20) * 3),
    );
    const crew_ids = Array.from({ length: 20 }, (_, n) => `crew ${n}`);
    const { before, after, swaps } = day(many, { crew_ids });
    expect(after).toBeLessThan(before / 2);
    expect(swaps.length).toBeGreaterThan(10);
  });
});

test("whatever the day, no crew gets two visits at once, drives too far, or changes a fixed visit, and no mile is added", () => {
  const crews = ["birch", "maple", "aspen"];
  const visits = fc
    .array(
      fc.record({
        crew: fc.constantFrom(...crews),
        zip: fc.integer({ min: 100, max: 160 }),
        from: fc.integer({ min: 6, max: 18 }),
        fixed: fc.boolean(),
      }),
      { maxLength: 14 },
    )
    .map((rows) => {
      const day: DayVisit[] = [];
      for (const [n, { crew, zip, from, fixed }] of rows.entries()) {
        const one = visit(`v${n}`, crew, String(zip), from, fixed);
        const own = day.filter(({ crew_id }) => crew_id === crew);
        if (!blocker(own, one, roads)) day.push(one);
      }
      return day;
    });
  fc.assert(
    fc.property(visits, (given) => {
      const { swaps, before, after } = shortenDrives({
        visits: given,
        crew_ids: crews,
        canCome: always,
        roads,
      });
      const to = new Map(swaps.map((swap) => [swap.id, swap.to]));
      const now = given.map((one) => ({ ...one, crew_id: to.get(one.id) ?? one.crew_id }));
      for (const crew of crews) {
        const route = now.filter(({ crew_id }) => crew_id === crew);
        for (const one of route)
          expect(
            blocker(
              route.filter((other) => other !== one),
              one,
              roads,
            ),
          ).toBeUndefined();
      }
      for (const { id, fixed } of given) if (fixed) expect(to.has(id)).toBe(false);
      const sum = crews.map((crew) =>
        milesOfDay(
          now.filter(({ crew_id }) => crew_id === crew),
          roads,
        ),
      );
      expect(sum.reduce((miles, one) => miles + one, 0)).toBeCloseTo(after, 6);
      expect(after).toBeLessThanOrEqual(before);
    }),
  );
});
