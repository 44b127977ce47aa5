import { expect, test } from "vitest";
import { milesBetween } from "./distance";
import { centroidOf } from "./zips.server";

test("a ZIP code has its centroid, with or without the four digits after it", () => {
  const concord = centroidOf("03301");
  expect(concord && milesBetween(concord, { lat: 43.2067, lon: -71.5381 })).toBeLessThan(5);
  expect(centroidOf("03301-1234")).toEqual(concord);
  expect(centroidOf(" 03301 ")).toEqual(concord);
});

test.each(["00000", "99999", "0330", "033011", "O3301", "03301-12", "", "constructor", "-3301"])(
  "%j is no ZIP code that is known",
  (zip) => {
    expect(centroidOf(zip)).toBeNull();
  },
);

test("states from coast to coast are known, Alaska, Hawaii and Puerto Rico too", () => {
  for (const zip of ["04401", "10001", "33109", "60601", "75201", "94105", "99501", "96815", "00901"]) {
    expect(centroidOf(zip), zip).not.toBeNull();
  }
});
