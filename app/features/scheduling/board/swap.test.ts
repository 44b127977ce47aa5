import { expect, test } from "vitest";
import { formatMiles } from "./swap";

test.each([
  [0, "0 miles"],
  [0.04, "0 miles"],
  [0.44, "0.4 miles"],
  [1, "1 mile"],
  [9.94, "9.9 miles"],
  [9.96, "10 miles"],
  [1234.5, "1,235 miles"],
])("%d miles are shown as %s", (miles, shown) => expect(formatMiles(miles)).toBe(shown));
