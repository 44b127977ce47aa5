import { expect, test } from "vitest";
import { formatRefund, formatRooms } from "./visit";

test.each([
  [2, 1, "2 bedrooms, 1 bathroom"],
  [1, 3, "1 bedroom, 3 bathrooms"],
  [5, 4, "5+ bedrooms, 4+ bathrooms"],
  [4, null, "4 bedrooms"],
  [null, null, null],
])("%s and %s", (bedrooms, bathrooms, words) => {
  expect(formatRooms(bedrooms, bathrooms)).toBe(words);
});

test.each([
  ["completed", "Refunded on Nov 21, 2026"],
  ["pending", "Refund on its way"],
  ["failed", "Not refunded yet"],
] as const)("a refund that is %s", (status, words) => {
  expect(formatRefund({ status, date: "Nov 21, 2026" })).toBe(words);
});
