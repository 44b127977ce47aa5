import { expect, test } from "vitest";
import { parseSettings } from "~/features/operations/settings/settings";
import { rolesBelow } from "~/platform/auth/roles";
import { LIMIT_FIELDS, limitFields, limitValues, readLimits } from "./limits";

test("owners set the limits of all, managers that of bookkeepers, others none", () => {
  expect(limitFields(rolesBelow("owner"))).toEqual(LIMIT_FIELDS);
  expect(limitFields(rolesBelow("manager"))).toEqual(["refund_limit_bookkeeper"]);
  expect(limitFields(rolesBelow("bookkeeper"))).toEqual([]);
});

test("the form shows dollars, and nothing where there is no limit", () => {
  const stored = [{ category: "users", key: "refund_limit_bookkeeper", value: "" }];
  expect(limitValues(parseSettings(stored))).toEqual({
    refund_limit_manager: "500.00",
    refund_limit_bookkeeper: "",
  });
});

test.each([
  ["250", 25_000],
  ["$1,250.50", 125_050],
  ["0", 0],
  [" ", null],
])("%j is read as %s cents", (text, cents) => {
  const read = readLimits({ refund_limit_manager: text }, ["refund_limit_manager"]);
  expect(read).toEqual({ ok: true, limits: { refund_limit_manager: cents } });
});

test.each(["a lot", "-1", "1.234", "1000000.01"])("%j is refused at its field", (text) => {
  const read = readLimits({ refund_limit_manager: "1", refund_limit_bookkeeper: text }, LIMIT_FIELDS);
  expect(read).toMatchObject({ ok: false, errors: { refund_limit_bookkeeper: expect.any(String) } });
  expect(Object.keys(read.ok ? {} : read.errors)).toEqual(["refund_limit_bookkeeper"]);
});
