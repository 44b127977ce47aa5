import { expect, test } from "vitest";
import { isPersonalWords } from "./rules";

const ada = {
  email: "ada.lovelace88@mail.example",
  names: ["Ada", "Lovelace"],
  company: "White Birch Cleaning",
};

test.each([
  "ada.lovelace88@mail.example",
  "ADA.LOVELACE88@MAIL.EXAMPLE",
  "ada.lovelace88",
  "AdaLovelace1815!",
  "lovelace2026",
  "Lovelace-Ada",
  "ada@mail.example",
  "White Birch Cleaning 1",
  "ada-white-birch",
])("'%s' consists of personal words only", (password) => {
  expect(isPersonalWords(password, ada)).toBe(true);
});

test.each(["tulips and rain", "ada likes tulips", "lovelacework", "1815-1852-88", "adalovelac"])(
  "'%s' does not consist of personal words only",
  (password) => {
    expect(isPersonalWords(password, ada)).toBe(false);
  },
);

test("a phone number as the email's local part is rejected, and missing names match nothing", () => {
  const nameless = { email: "6035550123@mail.example", names: [null, ""], company: "" };
  expect(isPersonalWords("603-555-0123", nameless)).toBe(true);
  expect(isPersonalWords("603-555-0124", nameless)).toBe(false);
  expect(isPersonalWords("", nameless)).toBe(false);
});
