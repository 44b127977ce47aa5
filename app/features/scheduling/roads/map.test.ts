import { expect, test } from "vitest";
import { dotsOf, mapOf } from "./map";

const SIZE = { width: 600, height: 400, margin: 0 };
const concord = { lat: 43.2, lon: -71.5 };

test("a map has north on top and east on the right, and holds all of its points", () => {
  const corners = [concord, { lat: 44, lon: -70 }, { lat: 42.5, lon: -72 }];
  const { spotOf } = mapOf(corners, SIZE);
  const [middle, northEast, southWest] = corners.map(spotOf);
  expect(northEast?.y).toBeLessThan(middle?.y ?? 0);
  expect(northEast?.x).toBeGreaterThan(middle?.x ?? 0);
  for (const spot of [middle, northEast, southWest]) {
    expect(spot?.x).toBeGreaterThanOrEqual(0);
    expect(spot?.x).toBeLessThanOrEqual(SIZE.width);
    expect(spot?.y).toBeGreaterThanOrEqual(0);
    expect(spot?.y).toBeLessThanOrEqual(SIZE.height);
  }
});

test("a mile is as long across as up", () => {
  const { spotOf, unitsPerMile } = mapOf([concord, { lat: 44.2, lon: -71.5 }], SIZE);
  const degree = Math.abs(spotOf({ lat: 44.2, lon: -71.5 }).y - spotOf(concord).y);
  expect(degree / unitsPerMile).toBeCloseTo(69, 0);
  const across = spotOf({ lat: 43.7, lon: -70.5 }).x - spotOf({ lat: 43.7, lon: -71.5 }).x;
  expect(across / unitsPerMile).toBeCloseTo(69.1 * Math.cos((43.7 * Math.PI) / 180), 0);
});

test("a single point is in the middle", () => {
  expect(mapOf([concord], SIZE).spotOf(concord)).toEqual({ x: 300, y: 200 });
});

test("dots at the same place are drawn once", () => {
  expect(
    dotsOf([
      { x: 1, y: 2 },
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]),
  ).toBe("M1 2h0M3 4h0");
});
