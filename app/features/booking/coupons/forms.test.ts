import { describe, expect, test } from "vitest";
import { checkNewCoupon, checkTerms, fieldsOf, NEW_COUPON } from "./forms";

const SERVICES = ["regular-cleaning", "deep-cleaning"];
const fields = { ...NEW_COUPON, code: "spring-20", value: "20" };
const check = (change: Record<string, string> = {}) => checkNewCoupon({ ...fields, ...change }, SERVICES);

describe("the form of a coupon", () => {
  test("takes a code as people write it, and a percentage", () => {
    expect(check()).toEqual({
      ok: true,
      value: {
        ...{
          code: "SPRING20",
          percent: 20,
          amount: null,
          first_visit: false,
          services: null,
          customer_id: null,
        },
        ...{ begins_on: null, ends_on: null, most_uses: null, most_each: 1, is_exclusive: false },
      },
    });
  });

  test("takes an amount in dollars, and only services that there are", () => {
    const some = { scope: "some", "service.deep-cleaning": "on", "service.gone": "on" };
    expect(check({ kind: "amount", value: "$12.50", ...some })).toMatchObject({
      value: { percent: null, amount: 1250, services: ["deep-cleaning"] },
    });
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    ["no code", { code: "" }, "code", /Code must be 3 to 24 letters/],
    ["a code of signs", { code: "50%" }, "code", /Code must be/],
    ["a short code", { code: "ab" }, "code", /Code must be/],
    ["a long code", { code: "A".repeat(25) }, "code", /Code must be/],
    ["no value", { value: "" }, "value", /Value must be/],
    ["more than all", { value: "101" }, "value", /Value must be/],
    ["nothing", { value: "0" }, "value", /Value must be/],
    ["half a percent", { value: "12.5" }, "value", /Value must be/],
    ["less than nothing", { kind: "amount", value: "-5" }, "value", /Value must be/],
    ["too large an amount", { kind: "amount", value: "10,000.01" }, "value", /Value must be/],
    ["another kind", { kind: "gift" }, "kind", /Choose a percentage/],
    ["a day that is none", { begins_on: "2026-02-30" }, "begins_on", /First day must be a day/],
    ["an end before the beginning", { begins_on: "2026-06-02", ends_on: "2026-06-01" }, "ends_on", /before/],
    ["no uses", { most_uses: "0" }, "most_uses", /Total uses must be/],
    ["a part of a use", { most_each: "1.5" }, "most_each", /Uses per customer must be/],
    ["no service", { scope: "some" }, "scope", /Choose at least one service/],
  ])("refuses %s at its field", (_, change, field, words) => {
    const checked = check(change);
    expect(checked).toMatchObject({ ok: false, errors: { [field]: expect.stringMatching(words) } });
    if (!checked.ok) expect(Object.keys(checked.errors)).toEqual([field]);
  });

  test("names every wrong field once", () => {
    const checked = check({ code: "", value: "", most_uses: "x", scope: "some" });
    expect(checked.ok ? [] : Object.keys(checked.errors).sort()).toEqual([
      "code",
      "most_uses",
      "scope",
      "value",
    ]);
  });

  test.each<Record<string, string>>([
    { kind: "percent", value: "15", most_uses: "50", first_visit: "on", ends_on: "2026-12-31" },
    { kind: "amount", value: "25", scope: "some", "service.deep-cleaning": "on", is_exclusive: "on" },
  ])("is filled with the terms that it saved: %j", (form) => {
    const saved = checkTerms(form, SERVICES);
    if (!saved.ok) throw new Error(JSON.stringify(saved.errors));
    expect(checkTerms(fieldsOf(saved.value), SERVICES)).toEqual(saved);
  });
});
