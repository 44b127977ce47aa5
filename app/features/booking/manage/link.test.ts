import { expect, test } from "vitest";
import { isLinkOver } from "./link";

test.each([
  ["2026-06-10", "2026-12-10", false],
  ["2026-06-10", "2026-12-11", true],
  ["2026-08-31", "2027-02-28", false],
  ["2026-08-31", "2027-03-01", true],
  [null, "2099-01-01", false],
])("a guest link of %j is too old on %s: %s", (day, today, over) => {
  expect(isLinkOver(day, today)).toBe(over);
});
