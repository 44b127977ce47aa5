import { describe, expect, test } from "vitest";
import { parseSettings } from "~/features/operations/settings/settings";
import { decideApproval, decideRefusal, decideWithdrawal, isCovered, leftOfLimit, limitOf } from "./rules";

const settings = parseSettings([]);

describe("the limit of a role", () => {
  test.each([
    ["owner", null],
    ["manager", 50_000],
    ["bookkeeper", 10_000],
    ["dispatcher", 0],
    ["crew_lead", 0],
    ["user", 0],
  ] as const)("of %s is %s cents at first", (role, limit) => {
    expect(limitOf(role, settings)).toBe(limit);
  });

  test("is what the settings say, and empty means none", () => {
    const stored = [
      { category: "users", key: "refund_limit_manager", value: "" },
      { category: "users", key: "refund_limit_bookkeeper", value: "2500" },
    ];
    expect(limitOf("manager", parseSettings(stored))).toBeNull();
    expect(limitOf("bookkeeper", parseSettings(stored))).toBe(2500);
  });

  test.each([
    [10_000, { limit: 10_000, given: 0 }, true],
    [10_001, { limit: 10_000, given: 0 }, false],
    [1, { limit: 10_000, given: 10_000 }, false],
    [4000, { limit: 10_000, given: 6000 }, true],
    [1, { limit: 0, given: 0 }, false],
    [99_999_999, { limit: null, given: 99_999_999 }, true],
  ])("%i cents under %o: covered is %s", (amount, under, covered) => {
    expect(isCovered(amount, under)).toBe(covered);
  });

  test("leaves nothing when more was given than it allows now", () => {
    expect([leftOfLimit(100, 30), leftOfLimit(100, 500), leftOfLimit(null, 500)]).toEqual([70, 0, null]);
  });
});

const open = { status: "open", amount: 60_000, asked_by: "bea", asker_may: true };
const owner = { id: "olga", may: true, limit: null, given: 0 };

describe("the decision of a second person", () => {
  test.each([
    ["an owner may decide", {}, {}, true],
    ["nobody decides their own, whatever their role", {}, { id: "bea" }, false],
    ["nobody decides twice", { status: "approved" }, {}, false],
    ["nobody decides what was withdrawn", { status: "withdrawn" }, {}, false],
    ["a role without refunds decides nothing", {}, { may: false }, false],
    ["a limit below the amount is not enough", {}, { limit: 59_999 }, false],
    ["a limit of the amount is enough", {}, { limit: 60_000 }, true],
    ["what they gave of the order today counts", {}, { limit: 60_000, given: 1 }, false],
    ["who has left the company can't be the same person", { asked_by: null }, {}, true],
  ])("%s", (_, of, by, ok) => {
    expect(decideRefusal({ ...open, ...of }, { ...owner, ...by }).ok).toBe(ok);
    expect(decideApproval({ ...open, ...of }, { ...owner, ...by }).ok).toBe(ok);
  });

  test("may refuse, but not approve, what somebody asked who lost their role", () => {
    const lost = { ...open, asker_may: false };
    expect(decideRefusal(lost, owner)).toEqual({ ok: true });
    expect(decideApproval(lost, owner)).toMatchObject({
      ok: false,
      message: expect.stringContaining("may no longer do it"),
    });
  });
});

test("only whoever asked withdraws, and only while it is open", () => {
  expect(decideWithdrawal(open, "bea")).toEqual({ ok: true });
  expect(decideWithdrawal(open, "olga").ok).toBe(false);
  expect(decideWithdrawal({ ...open, status: "refused" }, "bea").ok).toBe(false);
});
