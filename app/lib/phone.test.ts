import { expect, test } from "vitest";
import { phoneHref } from "./phone";

test.each([
  ["(603) 555-0142", "tel:6035550142"],
  ["+1 603.555.0142", "tel:+16035550142"],
  ["555-0142", "tel:5550142"],
  ["+44 (0) 20 7946 0958", "tel:+4402079460958"],
  ["603-555-0142 x12", "tel:6035550142;ext=12"],
  ["603-555-0142, ext. 12", "tel:6035550142;ext=12"],
  ["603 555 0142 extension 7", "tel:6035550142;ext=7"],
])("%s is dialed as %s", (phone, href) => expect(phoneHref(phone)).toBe(href));

test.each(["", "abc", "ask for Bob", "+", "x12", "12", "1-800-CLEANING"])(
  "there is nothing to dial in '%s'",
  (phone) => expect(phoneHref(phone)).toBeUndefined(),
);
