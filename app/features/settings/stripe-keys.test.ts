import { expect, test } from "vitest";
import { whyNotAPair } from "./stripe-keys";

test.each([
  ["pk_test_birch", "sk_test_birch", null],
  ["pk_live_birch", "rk_live_birch", null],
  ["", "", "Save both keys first."],
  ["pk_test_birch", "", "Save both keys first."],
  ["", "sk_test_birch", "Save both keys first."],
  ["pk_test_birch", "sk_live_birch", "One of the keys is a test key, the other one a live key."],
])("%j and %j: %s", (publicKey, secretKey, words) => {
  expect(whyNotAPair(publicKey, secretKey)).toBe(words);
});
