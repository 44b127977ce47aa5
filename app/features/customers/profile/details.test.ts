import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { profileSchema } from "~/features/identity/sign-in/forms";
import { profilePath, profileTab } from "./rules";

test.each([
  ["property-details", "property-details"],
  ["cleaning-history", "cleaning-history"],
  ["orders", "user-details"],
  ["", "user-details"],
  [null, "user-details"],
  ["toString", "user-details"],
])("?tab=%s opens the tab %s", (asked, tab) => {
  expect(profileTab(asked)).toBe(tab);
});

test("a tab has a URL", () => {
  expect(profilePath("upcoming-cleans")).toBe("/profile?tab=upcoming-cleans");
});

test("every field of the profile can be cleared", () => {
  const form = new FormData();
  for (const name of ["first_name", "last_name", "phone"]) form.set(name, "");
  const submission = parseWithZod(form, { schema: profileSchema, disableAutoCoercion: true });
  expect(submission).toMatchObject({
    status: "success",
    value: { first_name: "", last_name: "", phone: "" },
  });
});
