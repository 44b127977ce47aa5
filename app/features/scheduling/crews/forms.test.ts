import { expect, test } from "vitest";
import { memberSchema } from "./forms";

test.each([
  ["", ""],
  ["(603) 555-0142", "(603) 555-0142"],
])("a member's phone may be '%s'", (phone, stored) => {
  expect(memberSchema.parse({ name: "Ada Frost", phone })).toMatchObject({ phone: stored });
});

test("a member's phone that can't be dialed is refused", () => {
  expect(memberSchema.safeParse({ name: "Ada Frost", phone: "abc" }).error?.issues).toMatchObject([
    { path: ["phone"], message: "Phone must be a phone number, like (603) 555-0142." },
  ]);
});
