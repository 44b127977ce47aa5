import { expect, test } from "vitest";
import { visitPath } from "./visit";

const id = "0b5f1d2e-6a0b-4c8e-9a51-2f1f6f3b7c11";

test.each([
  ["a customer's visit", visitPath({ id, key: null }), ""],
  ["a page of it", visitPath({ id, key: null }, "cancel"), "/cancel"],
  ["a guest's: the key goes along", visitPath({ id, key: "a-b_c" }, "receipt"), "/receipt?key=a-b_c"],
  [
    "with a query, without its empty parts",
    visitPath({ id, key: "k" }, "reschedule", { month: "2026-12", date: "", time: null }),
    "/reschedule?key=k&month=2026-12",
  ],
  [
    "what has a meaning in addresses is written so that it has none",
    visitPath({ id, key: "a&b=c#d" }),
    "?key=a%26b%3Dc%23d",
  ],
])("%s", (_, path, rest) => {
  expect(path).toBe(`/bookings/${id}${rest}`);
});
