import { describe, expect, test } from "vitest";
import { isNewsToCustomer, nextOfRefund } from "./rules";

type Known = Parameters<typeof nextOfRefund>[0];
type Told = Parameters<typeof nextOfRefund>[1];

describe("what a provider says of a refund", () => {
  test.each<[string, Known["status"], string | null, Told["status"], string | null, Known["status"] | null]>([
    ["taken on", "pending", null, "pending", "a", "pending"],
    ["taken on, said again", "pending", "a", "pending", "a", null],
    ["refused at once", "pending", null, "failed", null, "failed"],
    ["paid back at once", "pending", null, "completed", "a", "completed"],
    ["paid back later", "pending", "a", "completed", "a", "completed"],
    ["cancelled", "pending", "a", "cancelled", "a", "cancelled"],
    ["paid back, said again", "completed", "a", "completed", "a", null],
    ["paid back, an old word", "completed", "a", "pending", "a", null],
    ["paid back, and failed after all", "completed", "a", "failed", "a", "failed"],
    ["failed, an old word", "failed", "a", "completed", "a", null],
    ["cancelled, an old word", "cancelled", "a", "pending", "a", null],
    ["given by hand, a word about the one that failed", "completed", null, "failed", "a", null],
    ["tried again, a word about the one before", "pending", "b", "failed", "a", null],
  ])("%s", (_, status, provider_refund_id, told, id, next) => {
    expect(nextOfRefund({ status, provider_refund_id }, { status: told, id })).toBe(next);
  });
});

test.each([
  ["refund:booking", false],
  ["refund:booking:2", false],
  ["refund:booking:again-1", true],
  ["refund-order:order:token", true],
  ["provider:re_1", true],
])("whether %s has a mail of its own", (key, news) => {
  expect(isNewsToCustomer(key)).toBe(news);
});
