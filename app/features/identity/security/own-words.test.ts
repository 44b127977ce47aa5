import { expect, test } from "vitest";
import { isOwnWords } from "./rules";

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
])("'%s' is its owner's own words", (password) => {
  expect(isOwnWords(password, ada)).toBe(true);
});

test.each(["tulips and rain", "ada likes tulips", "lovelacework", "1815-1852-88", "adalovelac"])(
  "'%s' is more than that",
  (password) => {
    expect(isOwnWords(password, ada)).toBe(false);
  },
);

test("a telephone number in front of the @ is no password either, and an account without a name has its address alone", () => {
  const nameless = { email: "6035550123@mail.example", names: [null, ""], company: "" };
  expect(isOwnWords("603-555-0123", nameless)).toBe(true);
  expect(isOwnWords("603-555-0124", nameless)).toBe(false);
  expect(isOwnWords("", nameless)).toBe(false);
});
