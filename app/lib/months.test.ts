import fc from "fast-check";
import { expect, test } from "vitest";
import { monthsAfter, monthsAround } from "./months";

const at = (text: string) => Temporal.Instant.from(text);

test("the 31st becomes the last day of a shorter month, and is the 31st again after it", () => {
  const month = monthsAround(at("2026-02-28T16:00:00Z"), at("2025-12-31T16:00:00Z"));
  expect([-2, -1, 0, 1, 2].map((n) => month(n).toString())).toEqual([
    "2025-12-31T16:00:00Z",
    "2026-01-31T16:00:00Z",
    "2026-02-28T16:00:00Z",
    "2026-03-31T16:00:00Z",
    "2026-04-30T16:00:00Z",
  ]);
});

test.each([
  ["there is no anchor", null],
  ["the anchor is of other months", at("2025-12-20T16:00:00Z")],
])("months are counted from the moment itself when %s", (_, anchor) => {
  expect(monthsAround(at("2026-02-28T16:00:00Z"), anchor)(1).toString()).toBe("2026-03-28T16:00:00Z");
});

test("the months of an anchor are the same from any of them", () => {
  const anchors = fc.date({ min: new Date("2024-01-01"), max: new Date("2032-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(anchors, fc.nat({ max: 60 }), fc.integer({ min: -20, max: 40 }), (date, passed, month) => {
      const anchor = Temporal.Instant.fromEpochMilliseconds(date.getTime());
      const now = monthsAfter(anchor, passed);
      expect(monthsAround(now, anchor)(month).toString()).toBe(
        monthsAfter(anchor, passed + month).toString(),
      );
    }),
  );
});
