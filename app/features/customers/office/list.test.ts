import { expect, test } from "vitest";
import { fullName, phoneDigits } from "~/features/customers/records/contact";
import { parseListQuery } from "~/lib/list-query";
import { CUSTOMER_LIST } from "./list";

test.each([
  ["(603) 555-0142", "6035550142"],
  ["603.555", "603555"],
  ["+1 603", "1603"],
  ["+1 (603) 555-0142", "6035550142"],
  ["603–555–0142", "6035550142"],
  ["55", null],
  ["Ada 603", null],
  ["", null],
])("%j has the digits %j", (text, digits) => expect(phoneDigits(text)).toBe(digits));

test("a full name is made of the names that are set", () => {
  expect(fullName({ first_name: "Ada", last_name: null })).toBe("Ada");
  expect(fullName({ first_name: "Ada", last_name: "Lovelace" })).toBe("Ada Lovelace");
  expect(fullName({ first_name: "", last_name: null })).toBeNull();
});

test.each([
  ["after=0a1b2c3d-4e5f-4000-8000-000000000000~yesterday", false],
  ["after=1~2026-06-01T12:00:00Z", false],
  ["after=0a1b2c3d-4e5f-4000-8000-000000000000~2026-06-01T12:00:00.123456Z", true],
])("?%s has a valid cursor: %s", (query, is) => {
  expect(parseListQuery(new URLSearchParams(query), CUSTOMER_LIST).cursor !== null).toBe(is);
});
