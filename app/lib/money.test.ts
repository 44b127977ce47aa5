import { expect, test } from "vitest";
import { formatCents } from "./money";

test.each([
  [15900, undefined, undefined, "$159.00"],
  [17252, "USD", {}, "$172.52"],
  [0, "USD", {}, "$0.00"],
  [5, "USD", {}, "$0.05"],
  [-7950, "USD", {}, "-$79.50"],
  [123456789, "USD", {}, "$1,234,567.89"],
  [5300, "USD", { dropZeroCents: true }, "$53"],
  [5350, "USD", { dropZeroCents: true }, "$53.50"],
  [5349, "USD", { wholeUnits: true }, "$53"],
  [5350, "USD", { wholeUnits: true }, "$54"],
  [5300, "EUR", {}, "€53.00"],
])("%d cents of %s as %o read %4$s", (cents, currency, style, expected) => {
  expect(formatCents(cents, currency, style)).toBe(expected);
});
