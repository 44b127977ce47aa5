import fc from "fast-check";
import { expect, test } from "vitest";
import { e164Of, formatPhone, splitName } from "./contact";

test.each([
  ["(603) 555-0142", "+16035550142"],
  ["603.555.0142", "+16035550142"],
  ["1 603 555 0142", "+16035550142"],
  ["603-555-0142 x12", "+16035550142"],
  ["+44 20 7946 0958", "+442079460958"],
])("%s is dialed as %s", (phone, dialed) => expect(e164Of(phone)).toBe(dialed));

test.each(["", "555-0142", "123", "000-000-0000", "call me", null])("%j is no phone number", (phone) => {
  expect(e164Of(phone)).toBeNull();
});

test("a stored number is shown as people write it, and reads the same again", () => {
  expect(formatPhone("+16035550142")).toBe("(603) 555-0142");
  expect(formatPhone("+442079460958")).toBe("+44 20 7946 0958");
  fc.assert(
    fc.property(fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }), (digits) => {
      const stored = e164Of(String(digits));
      expect(stored && e164Of(formatPhone(stored))).toBe(stored);
    }),
  );
});

test.each([
  ["Ada Lovelace", "Ada", "Lovelace"],
  ["  Ada   King  Lovelace ", "Ada King", "Lovelace"],
  ["Ada", "Ada", null],
  ["", null, null],
  [null, null, null],
])("%j is first name %j and last name %j", (name, first_name, last_name) => {
  expect(splitName(name)).toEqual({ first_name, last_name });
});
