import { expect, test } from "vitest";
import { whyHalfSet, whyNotAPair } from "./stripe-keys";

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

test.each([
  ["", "", false, null],
  ["pk_test_birch", "sk_test_birch", false, null],
  ["pk_test_birch", "", true, null],
  ["pk_test_birch", "", false, "stripe_secret_key"],
  ["", "sk_test_birch", false, "stripe_public_key"],
  ["", "", true, "stripe_public_key"],
  ["", "sk_test_birch", true, "stripe_public_key"],
])(
  "publishable %j and secret %j, with a secret stored: %j – the field that is missing is %j",
  (pub, secret, stored, field) => {
    const wrong = whyHalfSet({ stripe_public_key: pub, stripe_secret_key: secret }, stored);
    expect(wrong?.field ?? null).toBe(field);
  },
);
