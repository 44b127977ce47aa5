import { expect, test } from "vitest";
import { formatDue } from "./customer";

test.each([
  [{ due: null, overdue: null }, null],
  [{ due: "$80.00", overdue: null }, "$80.00"],
  [{ due: "$80.00", overdue: "$80.00" }, "$80.00, overdue"],
  [{ due: "$80.00", overdue: "$30.00" }, "$80.00, $30.00 of it overdue"],
])("what %j owes is said in one figure", (money, words) => {
  expect(formatDue(money)).toBe(words);
});
