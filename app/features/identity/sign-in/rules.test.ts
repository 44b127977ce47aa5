import { expect, test } from "vitest";
import { tooManyTries, waitAfter } from "./rules";

test.each([
  [0, 60],
  [1, 120],
  [2, 240],
  [7, 7680],
  [8, 4 * 3600],
  [5000, 4 * 3600],
])("after %i slow tries the next wait is %i seconds", (tries, seconds) => {
  expect(waitAfter(tries)).toBe(seconds);
});

test("a network that never stops has 13 slow tries in a day", () => {
  let [tries, seconds] = [0, 0];
  while (seconds < 24 * 3600) seconds += waitAfter(tries++);
  expect(tries).toBe(13);
});

test.each([
  [0, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
  [15 * 60, "15 minutes"],
  [59 * 60 + 1, "an hour"],
  [3600, "an hour"],
  [3601, "2 hours"],
])("%i seconds are told as %s", (seconds, words) => {
  expect(tooManyTries(seconds)).toBe(`Too many attempts. Please wait ${words} and try again.`);
});
