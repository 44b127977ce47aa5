import { describe, expect, test } from "vitest";
import { type Coupon, type Facts, formatDiscount, normalizeCode, refuseCoupon, stateOf } from "./coupon";

const coupon: Coupon = {
  code: "SPRING20",
  percent: 20,
  amount: null,
  first_visit: false,
  services: null,
  begins_on: null,
  ends_on: null,
  most_uses: null,
  most_each: null,
  is_exclusive: false,
  ended: false,
};

const facts: Facts = {
  today: "2026-06-01",
  service_id: "regular-cleaning",
  titles: ["Deep Cleaning", "House Washing"],
  is_own: true,
  is_first: true,
  is_held: false,
  uses: 0,
  uses_each: 0,
  is_referred: false,
};

const refused = (change: Partial<Coupon>, known: Partial<Facts> = {}) =>
  refuseCoupon("SPRING20", { ...coupon, ...change }, { ...facts, ...known });

test.each([
  ["spring20", "SPRING20"],
  [" Spring-20 ", "SPRING20"],
  ["spring – 20", "SPRING20"],
  ["ＳＰＲＩＮＧ２０", "SPRING20"],
  ["spring_2.0", "SPRING20"],
  ["", ""],
])("the code %j is %j", (typed, code) => expect(normalizeCode(typed)).toBe(code));

describe("a code", () => {
  test("without limits can be used", () => expect(refused({})).toBeNull());

  test("that does not exist is quoted as it was understood", () => {
    expect(refuseCoupon("SPRNG20", undefined, facts)).toMatch(/don’t know the code SPRNG20.*spelling/);
  });

  test.each<[string, Partial<Coupon>, Partial<Facts>, RegExp]>([
    ["that staff ended", { ended: true }, {}, /has ended/],
    ["from tomorrow", { begins_on: "2026-06-02" }, {}, /good from Jun 02, 2026/],
    ["until yesterday", { ends_on: "2026-05-31" }, {}, /was good until May 31, 2026/],
    ["of somebody else", {}, { is_own: false }, /another customer/],
    [
      "for other services",
      { services: ["deep-cleaning"] },
      {},
      /is for Deep Cleaning or House Washing\. Choose/,
    ],
    ["for services that are gone", { services: ["gone"] }, { titles: [] }, /no longer offer/],
    ["that all have used", { most_uses: 3 }, { uses: 3 }, /used up/],
    ["that they have used", { most_each: 1 }, { uses_each: 1 }, /You have used the code SPRING20 already/],
    ["that they have used twice", { most_each: 2 }, { uses_each: 2 }, /2 times already/],
    ["for a first visit", { first_visit: true }, { is_first: false }, /is for a first visit/],
    ["for a first visit that is held", { first_visit: true }, { is_held: true }, /waiting for its payment/],
    ["not with a referral", { is_exclusive: true }, { is_referred: true }, /together with a referral/],
  ])("%s is refused in its own words", (_, change, known, words) => {
    expect(refused(change, known)).toMatch(words);
  });

  test.each<[string, Partial<Coupon>, Partial<Facts>]>([
    ["on its first day", { begins_on: "2026-06-01" }, {}],
    ["on its last day", { ends_on: "2026-06-01" }, {}],
    ["for its service", { services: ["regular-cleaning"] }, {}],
    ["with one use left", { most_uses: 3 }, { uses: 2 }],
    ["with one use of theirs left", { most_each: 2 }, { uses_each: 1 }],
    ["for a first visit, before it", { first_visit: true }, {}],
    ["for everybody, by a regular", {}, { is_first: false, is_referred: true }],
  ])("can be used %s", (_, change, known) => expect(refused(change, known)).toBeNull());
});

test.each<[Partial<Coupon>, number, string]>([
  [{}, 99, "active"],
  [{ begins_on: "2026-07-01" }, 0, "not yet"],
  [{ ends_on: "2026-05-31" }, 0, "expired"],
  [{ most_uses: 2 }, 2, "used up"],
  [{ ended: true, ends_on: "2026-05-31" }, 0, "ended"],
])("a coupon with %j and %d uses is %s", (change, uses, state) => {
  expect(stateOf({ ...coupon, ...change }, { today: facts.today, uses })).toBe(state);
});

test("a discount is written without cents that are none", () => {
  expect(formatDiscount({ percent: 15, amount: null }, "USD")).toBe("15% off");
  expect(formatDiscount({ percent: null, amount: 2500 }, "USD")).toBe("$25 off");
  expect(formatDiscount({ percent: null, amount: 1250 }, "USD")).toBe("$12.50 off");
});
