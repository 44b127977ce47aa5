import { expect, test } from "vitest";
import { updatedOf } from "~/features/content/pages/document";

test.each([
  ["Effective 4/11/25\nLast updated 4/10/25\nThese terms", "2025-04-10"],
  ["Last updated 12/1/26.", "2026-12-01"],
  ["Last updated 4/10/2025", null],
  ["Effective 4/11/25", null],
])("finds in %j the update date %s", (text, day) => {
  expect(updatedOf(text)).toBe(day);
});
