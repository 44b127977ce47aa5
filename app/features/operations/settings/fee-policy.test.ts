import { describe, expect, test } from "vitest";
import { feePolicyOf, feeSentence, feeValues, mergeFees, noShowPercent, readFees } from "./fee-policy";
import { parseSettings } from "./settings";

const policyOf = (hours: number, late: number, no_show?: number) => ({
  ...{ full_refund_hours: hours, late_fee_percent: late },
  ...(no_show !== undefined && { no_show_percent: no_show }),
});

describe("the fee policy", () => {
  test("is the specification's by default, and all of the price for a no-show", () => {
    expect(feePolicyOf(parseSettings([]))).toEqual(policyOf(24, 50, 100));
  });

  test("of a booking that doesn't say what a no-show costs takes it for a late cancellation", () => {
    expect(noShowPercent(policyOf(24, 50))).toBe(50);
    expect(noShowPercent(policyOf(24, 50, 0))).toBe(0);
  });

  test.each([
    [
      policyOf(24, 50, 100),
      "Free to cancel until 24 hours before. After that, 50% of the price. If nobody lets us in, all of it.",
    ],
    [
      policyOf(1, 30, 75),
      "Free to cancel until 1 hour before. After that, 30% of the price. If nobody lets us in, 75%.",
    ],
    [
      policyOf(24, 50),
      "Free to cancel until 24 hours before. After that, or if nobody lets us in, 50% of the price.",
    ],
    [
      policyOf(48, 100, 100),
      "Free to cancel until 48 hours before. After that, or if nobody lets us in, the whole price.",
    ],
    [policyOf(0, 50, 60), "Free to cancel until the visit starts. If nobody lets us in, 60% of the price."],
    [policyOf(24, 0, 0), "Free to cancel until the visit starts."],
  ])("%o is one sentence after the other", (policy, sentence) => {
    expect(feeSentence(policy)).toBe(sentence);
  });
});

describe("the form of the fees", () => {
  const form = { free_cancellation_hours: "48", late_fee_percent: "30 %", no_show_percent: "75" };

  test("is read, with percent signs", () => {
    expect(readFees(form)).toEqual({ ok: true, policy: policyOf(48, 30, 75) });
  });

  test.each([
    [{ free_cancellation_hours: "721" }, ["free_cancellation_hours"]],
    [
      { free_cancellation_hours: "-1", late_fee_percent: "101" },
      ["free_cancellation_hours", "late_fee_percent"],
    ],
    [{ late_fee_percent: "1.5", no_show_percent: "" }, ["late_fee_percent", "no_show_percent"]],
    [{ late_fee_percent: "80" }, ["no_show_percent"]],
  ])("with %o is refused beside each wrong field", (change, fields) => {
    const read = readFees({ ...form, ...change });
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual(fields);
  });

  test("keeps what somebody else saved in other fields, and tells of the same field", () => {
    const seen = feeValues(policyOf(24, 50, 100) as Parameters<typeof feeValues>[0]);
    const stored = { ...seen, late_fee_percent: "40" };
    expect(mergeFees({ ...seen, free_cancellation_hours: "12" }, seen, stored)).toEqual({
      values: { ...stored, free_cancellation_hours: "12" },
      conflicts: [],
    });
    expect(mergeFees({ ...seen, late_fee_percent: "60" }, seen, stored).conflicts).toEqual([
      "late_fee_percent",
    ]);
    expect(mergeFees({ ...seen, late_fee_percent: "40" }, seen, stored).conflicts).toEqual([]);
  });
});
