import { expect, test } from "vitest";
import { emailName, emailPlace, greeting } from "./email-words";

test.each([
  "Ada Lovelace",
  "Mary-Jane O'Neil",
  "Renée D’Arcy",
  "Dr. Ruth K. Merrill Jr.",
  "J.R.R. Tolkien",
  "Łukasz Żółć",
  "李小龙",
  "Владимир Петров",
  "नरेंद्र मोदी",
  "Nguyễn Thị Minh Khai",
  "محمد علي",
])("%j is a name", (name) => {
  expect(emailName(name)).toBe(name);
  expect(greeting(name)).toBe(`Hi ${name},`);
});

test.each([
  "Buy at evil.example now",
  "t.co",
  "a.b.example",
  "https://evil.example",
  "www evil",
  "Ada\nBuy now",
  "Ada\u2028Buy now",
  "Call 603 555 0199",
  "win@evil.example",
  "<b>Ada</b>",
  "Ada \u{1F4B0}",
  "evil\u3002example",
  "evil．example",
  "Ada\u202eevil",
  "пример.рф",
  "-",
  "",
  "a".repeat(61),
  null,
])("%j is none, and the greeting has no name", (name) => {
  expect(emailName(name)).toBeNull();
  expect(greeting(name)).toBe("Hi there,");
});

test.each([
  "14 Barnstead Road, Pittsfield, NH 03263",
  "9 Main St. #4, Unit 2/B, Concord, NH 03301-1234",
  "P.O. Box 12, St. Johnsbury, VT 05819",
  "12 O’Neil Court (rear), Épsom, NH 03234",
])("%j may stand in a mail", (place) => {
  expect(emailPlace(place)).toBe(place);
});

test.each([
  "Buy at evil.example now, Concord, NH 03301",
  "https://evil.example, Concord, NH 03301",
  "1 Main Street\nBuy now, Concord, NH 03301",
  "win@evil, Concord, NH 03301",
  `${"1 Main Street ".repeat(20)}`,
])("%j is told in other words", (place) => {
  expect(emailPlace(place)).toBe("The address you gave us");
});
