import { expect, test } from "vitest";
import { isCalledUncharged, unchargedOn, withoutUncharged } from "./rules";

const other = "Paid visits were cancelled with the plan: Jul 11, 2026.";
const both = `${unchargedOn("2026-07-01")}\n${other}`;

test("a month that was never charged is no longer asked about once its visits are gone", () => {
  expect(withoutUncharged(both, ["2026-07-01"])).toBe(other);
  expect(withoutUncharged(unchargedOn("2026-07-01"), ["2026-07-01"])).toBeNull();
  expect(withoutUncharged(both, ["2026-08-01"])).toBe(both);
  expect(withoutUncharged(null, ["2026-07-01"])).toBeNull();
});

test("only the month that was never charged counts as one", () => {
  expect(isCalledUncharged(both, "2026-07-01")).toBe(true);
  expect(isCalledUncharged(both, "2026-07-11")).toBe(false);
  expect(isCalledUncharged(null, "2026-07-01")).toBe(false);
});
