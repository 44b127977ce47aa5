import { describe, expect, test } from "vitest";
import { type AreaRules, areaValues, MOST_ZIPS, mergeArea, readArea } from "./forms";

const KNOWN = new Set(["03263", "03301", "03801"]);
const centroidOf = (zip: string) => (KNOWN.has(zip) ? { lat: 43, lon: -71 } : null);
const stored: AreaRules = { mode: "anywhere", zips: "", base_zip: "", radius_miles: "25" };
const read = (values: object) => readArea({ ...areaValues(stored), ...values }, stored, centroidOf);

test("a list takes ZIP codes as they are pasted, each once", () => {
  expect(read({ mode: "zips", zips: "Concord 03301,\n03263-1234; 03301" })).toMatchObject({
    ok: true,
    rules: { mode: "zips", zips: "03263 03301" },
    area: { mode: "zips", zips: ["03263", "03301"] },
  });
});

describe("what can't be an area is refused beside its field:", () => {
  const many = Array.from({ length: MOST_ZIPS + 1 }, (_, index) => String(10_000 + index));
  test.each([
    [{ mode: "" }, "mode", "Choose where you clean."],
    [{ mode: "zips", zips: "" }, "zips", "Enter at least one ZIP code, or choose to clean anywhere."],
    [{ mode: "zips", zips: "Concord" }, "zips", "Enter at least one ZIP code, or choose to clean anywhere."],
    [
      { mode: "zips", zips: "03263 3301 0330a" },
      "zips",
      "A ZIP code has 5 digits. Please correct “3301”, “0330a”.",
    ],
    [
      { mode: "zips", zips: "03263 00001 00002" },
      "zips",
      "There is no ZIP code 00001, 00002. Please correct or remove it.",
    ],
    [{ mode: "radius", base_zip: "" }, "base_zip", "Enter the ZIP code of your base, like 03263."],
    [{ mode: "radius", base_zip: "00001" }, "base_zip", "There is no ZIP code 00001."],
    [
      { mode: "radius", base_zip: "03263", radius_miles: "0" },
      "radius_miles",
      "Miles must be a whole number from 1 to 200.",
    ],
    [
      { mode: "radius", base_zip: "03263", radius_miles: "2.5" },
      "radius_miles",
      "Miles must be a whole number from 1 to 200.",
    ],
  ])("%j", (values, field, message) => {
    expect(read(values)).toEqual({ ok: false, errors: { [field]: message } });
  });

  test("more ZIP codes than a list holds", () => {
    const outcome = readArea({ mode: "zips", zips: many.join(" ") }, stored, () => ({ lat: 0, lon: 0 }));
    expect(outcome).toMatchObject({ errors: { zips: expect.stringContaining("At most 1,000 ZIP codes") } });
  });
});

test("what the chosen mode doesn't use keeps its stored value while it is wrong", () => {
  const before: AreaRules = { ...stored, zips: "03263", radius_miles: "30" };
  const outcome = readArea(
    { mode: "radius", zips: "nope1", base_zip: "03301", radius_miles: "12" },
    before,
    centroidOf,
  );
  expect(outcome).toMatchObject({
    rules: { mode: "radius", zips: "03263", base_zip: "03301", radius_miles: "12" },
  });
});

describe("two editors", () => {
  const seen = areaValues({ ...stored, mode: "zips", zips: "03263" });

  test("who changed different fields are merged", () => {
    const theirs = { ...seen, radius_miles: "40" };
    const merged = mergeArea({ ...seen, zips: "03263 03301" }, seen, theirs);
    expect(merged).toEqual({ values: { ...theirs, zips: "03263 03301" }, conflicts: [] });
  });

  test("who changed the same field differently are asked", () => {
    const merged = mergeArea({ ...seen, zips: "03801" }, seen, { ...seen, zips: "03301" });
    expect(merged.conflicts).toEqual(["zips"]);
  });

  test("what only looks different is no change, but what is wrong stays to be refused", () => {
    const theirs = { ...seen, zips: "03301" };
    expect(mergeArea({ ...seen, zips: " 03263\n" }, seen, theirs).values.zips).toBe("03301");
    expect(mergeArea({ ...seen, zips: "03263 1234" }, seen, seen).values.zips).toBe("03263 1234");
  });
});
