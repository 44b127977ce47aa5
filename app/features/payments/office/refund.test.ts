import { expect, test } from "vitest";
import { decideRefund } from "./rules";

const reason = "Broken vase";

test.each([1, 7950, 15_900])("%d cents of $159.00 can go back", (amount) => {
  expect(decideRefund(15_900, { amount, reason, left: 15_900 })).toEqual({ ok: true, amount, reason });
});

test.each([
  ["more than is left", 15_900, 15_901, reason, "amount"],
  ["nothing", 15_900, 0, reason, "amount"],
  ["less than nothing", 15_900, -1, reason, "amount"],
  ["what is no amount", 15_900, null, reason, "amount"],
  ["anything when nothing is left", 0, 1, reason, "amount"],
  ["without saying why", 15_900, 100, "", "reason"],
] as const)("giving back %s is refused", (_, left, amount, why, field) => {
  expect(decideRefund(left, { amount, reason: why, left })).toMatchObject({ ok: false, field });
});

test("giving back what staff saw as left is refused once something else is left", () => {
  const wish = { amount: 5000, reason, left: 15_900 };
  expect(decideRefund(10_900, wish)).toMatchObject({
    ok: false,
    message: expect.stringContaining("changed"),
  });
});
