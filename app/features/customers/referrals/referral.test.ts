import { describe, expect, test } from "vitest";
import {
  type Facts,
  formatRefusal,
  isReferralCode,
  offerToFriend,
  offerToReferrer,
  refuseReferral,
} from "./referral";

const facts: Facts = {
  ...{ has_customer: true, same_customer: false, same_contact: false, same_home: false, had_visits: false },
  kept: 15_900,
};

describe("a referral", () => {
  test("of somebody new who paid earns something", () => expect(refuseReferral(facts)).toBeNull());

  test.each<[Partial<Facts>, string, string]>([
    [{ has_customer: false }, "nobody", "The visit has no customer"],
    [{ same_customer: true, same_contact: true, same_home: true }, "customer", "The same customer"],
    [{ same_contact: true }, "contact", "The same email or phone"],
    [{ same_home: true }, "home", "The same home"],
    [{ had_visits: true }, "not first", "Had visits before"],
    [{ kept: 0 }, "refunded", "The payment was refunded"],
  ])("with %j is refused as %s", (change, refusal, words) => {
    expect(refuseReferral({ ...facts, ...change })).toBe(refusal);
    expect(formatRefusal(refusal)).toBe(words);
  });
});

describe("the offer", () => {
  const offer = (referrer: number, friend: number) => offerToReferrer({ referrer, friend, currency: "USD" });

  test("says what both get", () => {
    expect(offer(2000, 2000)).toContain("you both get $20 of credit once their first visit");
    expect(offer(2000, 1550)).toContain("you get $20 of credit and they get $15.50");
    expect(offer(2000, 0)).toContain("link, you get $20 of credit once");
    expect(offer(0, 1500)).toContain("link, they get $15 of credit once");
    expect(offer(0, 0)).toBeNull();
  });

  test("tells a friend what they get, if anything", () => {
    expect(offerToFriend({ friend: 1500, currency: "USD" })).toContain(
      "you get $15 of credit for the next one",
    );
    expect(offerToFriend({ friend: 0, currency: "USD" })).toBeNull();
  });
});

test.each([
  ["0a1b2c3d4e5f", true],
  ["0A1B2C3D4E5F", false],
  ["0a1b2c3d4e5", false],
  ["' or 1=1; --", false],
  ["", false],
])("%j is a code of a link: %s", (text, is) => expect(isReferralCode(text)).toBe(is));
