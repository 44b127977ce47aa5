import { expect, test } from "vitest";
import { keyPairError, keysError } from "./settings";

test.each([
  ["pk_test_birch", "sk_test_birch", null],
  ["pk_live_birch", "rk_live_birch", null],
  ["", "", "Save both keys first."],
  ["pk_test_birch", "", "Save both keys first."],
  ["", "sk_test_birch", "Save both keys first."],
  ["pk_test_birch", "sk_live_birch", "One of the keys is a test key and the other is a live key."],
])("the key pair %j and %j has the error %j", (publicKey, secretKey, words) => {
  expect(keyPairError(publicKey, secretKey)).toBe(words);
});

const TEST = { key: "sk_test_oak" };
const UNREADABLE = { key: null };

test.each([
  ["", "", null, null],
  ["pk_test_birch", "sk_test_birch", null, null],
  ["pk_test_birch", "", TEST, null],
  ["pk_test_birch", "", UNREADABLE, null],
  ["pk_live_birch", "sk_live_birch", TEST, null],
  ["pk_test_birch", "", null, "stripe_secret_key"],
  ["", "sk_test_birch", null, "stripe_public_key"],
  ["", "", TEST, "stripe_public_key"],
  ["", "sk_test_birch", TEST, "stripe_public_key"],
  ["pk_live_birch", "sk_test_birch", null, "stripe_secret_key"],
  ["pk_test_birch", "rk_live_birch", TEST, "stripe_secret_key"],
  ["pk_live_birch", "", TEST, "stripe_public_key"],
])(
  "with the publishable key %j, the secret key %j and %j stored, the field to correct is %j",
  (stripe_public_key, stripe_secret_key, stored, field) => {
    expect(keysError({ stripe_public_key, stripe_secret_key }, stored)?.field ?? null).toBe(field);
  },
);
