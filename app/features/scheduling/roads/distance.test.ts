import fc from "fast-check";
import { expect, test } from "vitest";
import { milesBetween } from "./distance";

const concord = { lat: 43.2067, lon: -71.5381 };
const portsmouth = { lat: 43.0718, lon: -70.7626 };
const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});

test("Concord and Portsmouth are 40 miles apart as the crow flies", () => {
  expect(milesBetween(concord, portsmouth)).toBeCloseTo(40.2, 0);
});

test("a degree of latitude is 69 miles, and of longitude on the equator", () => {
  expect(milesBetween({ lat: 0, lon: 0 }, { lat: 1, lon: 0 })).toBeCloseTo(69.09, 1);
  expect(milesBetween({ lat: 0, lon: 0 }, { lat: 0, lon: 1 })).toBeCloseTo(69.09, 1);
});

test("points on both sides of the date line are near each other", () => {
  expect(milesBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(69.09, 1);
});

test("the way there is as long as the way back, and no way is longer than half around the earth", () => {
  fc.assert(
    fc.property(point, point, (one, other) => {
      const miles = milesBetween(one, other);
      expect(miles).toBeGreaterThanOrEqual(0);
      expect(miles).toBeLessThanOrEqual(12_437);
      expect(milesBetween(other, one)).toBeCloseTo(miles, 6);
      expect(milesBetween(one, one)).toBe(0);
    }),
  );
});

test("a detour is never shorter than the direct way", () => {
  fc.assert(
    fc.property(point, point, point, (a, b, c) => {
      expect(milesBetween(a, c)).toBeLessThanOrEqual(milesBetween(a, b) + milesBetween(b, c) + 1e-3);
    }),
  );
});
