import { describe, expect, test } from "vitest";
import { formatActor, slugOf, withoutKeys } from "./rules";

test.each([
  ["user:1", "you"],
  ["admin:1", "you"],
  ["admin:2", "our team"],
  ["user:2", "another user"],
  ["system", "system"],
  ["guest", "guest"],
])("customer 1 sees the actor %s as %s", (actor, words) => {
  expect(formatActor(actor, "1")).toBe(words);
});

describe("the text of an email", () => {
  test.each([
    ["https://s.example/reset-password?token=abc.d-e_f", "https://s.example/reset-password?token=(left out)"],
    [
      "See [https://s.example/bookings/1?key=a_b-c]\nBye",
      "See [https://s.example/bookings/1?key=(left out)]\nBye",
    ],
    [
      "https://s.example/x?session_id=test_1&tab=2 now",
      "https://s.example/x?session_id=(left out)&tab=2 now",
    ],
    ["Is the key=1? No token=2 here", "Is the key=1? No token=2 here"],
  ])("%j loses only the keys of its links", (text, without) => {
    expect(withoutKeys(text)).toBe(without);
  });
});

test.each([
  ["White Birch Cleaning", "white-birch-cleaning"],
  ["  Snow & Birch, Ltd. ", "snow-birch-ltd"],
  ["Crème de la Crème", "creme-de-la-creme"],
  ['../../etc/passwd"\r\n', "etc-passwd"],
  ["清掃", "my"],
])("the company name %j becomes %s in a file name", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
