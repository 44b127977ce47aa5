import { expect, test } from "vitest";
import { formatCents, parseCents } from "./money";

test.each([
  [15900, undefined, undefined, "$159.00"],
  [17252, "USD", {}, "$172.52"],
  [0, "USD", {}, "$0.00"],
  [5, "USD", {}, "$0.05"],
  [-7950, "USD", {}, "-$79.50"],
  [123456789, "USD", {}, "$1,234,567.89"],
  [5300, "USD", { dropZeroCents: true }, "$53"],
  [5350, "USD", { dropZeroCents: true }, "$53.50"],
  [5300, "EUR", {}, "€53.00"],
])("%d cents of %s as %o read %4$s", (cents, currency, style, expected) => {
  expect(formatCents(cents, currency, style)).toBe(expected);
});

test.each([
  ["79.50", 7950],
  ["79.5", 7950],
  [" $79 ", 7900],
  ["1,234.05", 123_405],
  ["0.29", 29],
  ["0", 0],
])("%s is typed for %d cents", (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});

test.each(["", ".", "-5", "1.234", "12,34", "1e3", "12345678", "5 USD", "NaN"])(
  "%s is not an amount",
  (text) => {
    expect(parseCents(text)).toBeNull();
  },
);
