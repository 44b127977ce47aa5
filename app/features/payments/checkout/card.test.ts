import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldErrors } from "~/features/booking/checkout/forms";
import {
  cardBrand,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  isCardNumber,
  isExpired,
  parseExpiry,
} from "./card";
import { cardFormSchema } from "./forms";

describe("inputs format themselves (spec section 5)", () => {
  test.each([
    ["", ""],
    ["4242", "4242"],
    ["42424", "4242 4"],
    ["4242-4242 4242x4242", "4242 4242 4242 4242"],
    ["42424242424242429999", "4242 4242 4242 4242"],
    ["378282246310005", "3782 8224 6310 005"],
  ])("card number %j: %j", (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
  });

  test.each([
    ["1", "1"],
    ["12", "12"],
    ["122", "12/2"],
    ["1227", "12/27"],
    ["12/2799", "12/27"],
    ["ab", ""],
  ])("expiry %j: %j", (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  test.each([
    ["1a2b3c4", "123"],
    ["", ""],
  ])("CVC %j: %j", (typed, shown) => {
    expect(formatCvc(typed)).toBe(shown);
  });

  test("whatever is typed, and formatting again changes nothing", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        for (const [format, longest, shape] of [
          [formatCardNumber, 19, /^(\d{4} ){0,3}\d{0,4}$/],
          [formatExpiry, 5, /^\d{0,2}$|^\d\d\/\d{1,2}$/],
          [formatCvc, 3, /^\d*$/],
        ] as const) {
          const shown = format(typed);
          expect(shown.length).toBeLessThanOrEqual(longest);
          expect(shown).toMatch(shape);
          expect(format(shown)).toBe(shown);
        }
      }),
    );
  });
});

describe("isCardNumber", () => {
  test.each([
    "4242 4242 4242 4242",
    "4000000000000002",
    "4000-0000-0000-9995",
    "378282246310005",
    "5555 5555 5555 4444",
    "4222222222222",
  ])("%s can be a card", (number) => {
    expect(isCardNumber(number)).toBe(true);
  });

  test.each([
    "",
    "4242 4242 4242 4241",
    "424242424242",
    "42424242424242424242",
    "4242 4242 4242 424x",
    "４２４２",
  ])("%j can't", (number) => {
    expect(isCardNumber(number)).toBe(false);
  });

  test("one wrong digit is always noticed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = Array.from("4242424242424242", Number);
        digits[at] = ((digits[at] ?? 0) + by) % 10;
        expect(isCardNumber(digits.join(""))).toBe(false);
      }),
    );
  });
});

test.each([
  ["4242 4242 4242 4242", "Visa"],
  ["5555555555554444", "Mastercard"],
  ["2223003122003222", "Mastercard"],
  ["2720 9999 9999 9999", "Mastercard"],
  ["2721", "Card"],
  ["378282246310005", "American Express"],
  ["6011111111111117", "Discover"],
  ["6500000000000002", "Discover"],
  ["", "Card"],
  ["9999", "Card"],
])("%j is a %s", (number, brand) => {
  expect(cardBrand(number)).toBe(brand);
});

describe("expiry", () => {
  const now = { year: 2026, month: 11 };

  test.each([
    ["11/26", false],
    ["12/26", false],
    ["01/27", false],
    ["10/26", true],
    ["12/25", true],
  ])("%s in November 2026: expired %s", (text, expected) => {
    const expiry = parseExpiry(text);
    expect(expiry && isExpired(expiry, now)).toBe(expected);
  });

  test.each(["", "1/27", "00/27", "13/27", "12/2027", "1227", "12/27x"])("%j is no month", (text) => {
    expect(parseExpiry(text)).toBeNull();
  });

  test("spaces around the slash don't matter", () => {
    expect(parseExpiry("12 / 27")).toEqual({ year: 2027, month: 12 });
  });
});

describe("the card form", () => {
  const schema = cardFormSchema({ year: 2026, month: 11 });
  const form = {
    name: "Jane Doe",
    email: "jane@example.com",
    phone: "(603) 555-0142",
    number: "4242 4242 4242 4242",
    expiry: "11/26",
    cvc: "123",
  };
  const messages = {
    name: "Name must be at least 2 characters",
    email: "Please enter a valid email address",
    phone: "Please enter a valid phone number",
    number: "Card number is not valid. Please check the digits.",
    expiry: "Expiry must be a month written as MM/YY.",
    cvc: "CVC must be the 3 digits on the back of the card.",
  };

  test("is taken when all is well; the number comes out as digits", () => {
    expect(schema.parse(form)).toEqual({ ...form, number: "4242424242424242" });
  });

  test.each([
    ["name", "J", messages.name],
    ["name", "x".repeat(255), "Name can have at most 254 characters."],
    ["email", "jane@example", messages.email],
    ["phone", "555-0142", messages.phone],
    ["number", "4242 4242 4242 4241", messages.number],
    ["expiry", "13/27", messages.expiry],
    ["expiry", "10/26", "Expiry is in the past. Please use another card."],
    ["cvc", "12", messages.cvc],
    ["cvc", "1234", messages.cvc],
  ])("%s %j: %s", (field, value, message) => {
    const { error } = schema.safeParse({ ...form, [field]: value });
    expect(error && fieldErrors(error)).toEqual([{ field, message }]);
    expect(error?.issues).toHaveLength(1);
  });

  test.each([
    ["missing", {}],
    ["empty", Object.fromEntries(Object.keys(form).map((name) => [name, " "]))],
    ["not text", Object.fromEntries(Object.keys(form).map((name) => [name, 42]))],
  ])("%s fields are told by name", (_, input) => {
    const { error } = schema.safeParse(input);
    expect(error && fieldErrors(error)).toEqual(
      Object.entries(messages).map(([field, message]) => ({ field, message })),
    );
  });
});
