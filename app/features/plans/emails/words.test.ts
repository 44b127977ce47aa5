import { expect, test } from "vitest";
import { formatWhen } from "./words";

test("a plan of the database says its rhythm with its time", () => {
  const plan = { frequency: "biweekly", first_date: "2026-12-01", slot_time: "10:00:00" } as const;
  expect(formatWhen(plan)).toBe("Every other Tuesday at 10:00 AM");
});
