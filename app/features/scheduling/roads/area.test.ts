import fc from "fast-check";
import { expect, test } from "vitest";
import { type Area, areaOf, inArea, parseZips } from "./area";

const points: Record<string, { lat: number; lon: number }> = {
  "03301": { lat: 43.22, lon: -71.55 },
  "03263": { lat: 43.3, lon: -71.33 },
  "03801": { lat: 43.07, lon: -70.8 },
};
const centroidOf = (zip: string) => points[zip] ?? null;
const radius = (miles: number): Area => ({ mode: "radius", base: "03301", miles });

test("without a limit we clean anywhere", () => {
  expect(inArea({ mode: "anywhere" }, "99999", centroidOf)).toBe(true);
});

test("a list of ZIP codes holds what it lists, with or without the four digits after it", () => {
  const area: Area = { mode: "zips", zips: ["03263", "03301"] };
  expect(inArea(area, "03301", centroidOf)).toBe(true);
  expect(inArea(area, "03301-1234", centroidOf)).toBe(true);
  expect(inArea(area, "03801", centroidOf)).toBe(false);
});

test("a radius holds the ZIP codes whose middle is near enough to the base", () => {
  expect(inArea(radius(20), "03263", centroidOf)).toBe(true);
  expect(inArea(radius(20), "03801", centroidOf)).toBe(false);
  expect(inArea(radius(45), "03801-0001", centroidOf)).toBe(true);
});

test("a ZIP code without a known middle lies in no radius", () => {
  expect(inArea(radius(500), "00001", centroidOf)).toBe(false);
});

test("the base itself is always in its radius", () => {
  expect(inArea(radius(0), "03301", centroidOf)).toBe(true);
  expect(inArea({ mode: "radius", base: "00001", miles: 1 }, "00001", centroidOf)).toBe(true);
});

test("a larger radius never holds fewer ZIP codes", () => {
  const miles = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(miles, miles, fc.constantFrom(...Object.keys(points)), (one, more, zip) => {
      if (inArea(radius(one), zip, centroidOf)) {
        expect(inArea(radius(one + more), zip, centroidOf)).toBe(true);
      }
    }),
  );
});

test("the area is what the office set, and limits nothing while it is empty", () => {
  const stored = { "area.zips": "", "area.base_zip": "", "area.radius_miles": 25 };
  expect(areaOf({ ...stored, "area.mode": "anywhere", "area.zips": "03301" })).toEqual({ mode: "anywhere" });
  expect(areaOf({ ...stored, "area.mode": "zips" })).toEqual({ mode: "anywhere" });
  expect(areaOf({ ...stored, "area.mode": "zips", "area.zips": "03263 03301" })).toEqual({
    mode: "zips",
    zips: ["03263", "03301"],
  });
  expect(areaOf({ ...stored, "area.mode": "radius" })).toEqual({ mode: "anywhere" });
  expect(areaOf({ ...stored, "area.mode": "radius", "area.base_zip": "03301" })).toEqual(radius(25));
});

test.each([
  ["03301, 03263;03801", ["03263", "03301", "03801"]],
  ["03301\n03301-1234\t03263\r\n", ["03263", "03301"]],
  ["Concord, NH 03301 (Merrimack)\nPittsfield | 03263", ["03263", "03301"]],
  ['"03301","03263"', ["03263", "03301"]],
  ["", []],
])("ZIP codes are read from %j", (text, zips) => {
  expect(parseZips(text)).toEqual({ zips, wrong: [] });
});

test("what looks like a ZIP code but isn't one is named", () => {
  expect(parseZips("03301 3263 03801x 033011 3263")).toEqual({
    zips: ["03301"],
    wrong: ["3263", "03801x", "033011"],
  });
});
