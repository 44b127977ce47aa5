import { expect, test } from "vitest";
import { happenedAt } from "./event";

const NOW = Temporal.Instant.from("2026-06-10T15:00:00Z");
const before = (seconds: number) => NOW.subtract({ seconds });

test.each([
  ["a request that was 20 seconds under way does not move the tap", before(25), before(20), before(25)],
  ["a phone that is an hour slow is corrected", before(3605), before(3600), before(5)],
  ["a phone that is an hour fast is corrected", before(-3595), before(-3600), before(5)],
  ["nothing happens in the future", before(-10), before(-10), NOW],
])("%s", (_, phone_at, phone_now, expected) => {
  expect(happenedAt(phone_at, { phone_now, now: NOW })).toEqual(expected);
});
