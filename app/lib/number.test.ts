import { expect, test } from "vitest";
import { formatNumber, numberIn } from "./number";

test("a number is read as it is written, with or without its sign", () => {
  expect(formatNumber(1042)).toBe("#1042");
  for (const typed of ["1042", "#1042", " # 1042 ", "01042"]) expect(numberIn(typed)).toBe(1042);
});

test.each(["", "#", "0", "14 Elm Street", "#12a", "-5", "1.5", "2147483648", "99999999999"])(
  "%j is no number",
  (typed) => {
    expect(numberIn(typed)).toBeNull();
  },
);
