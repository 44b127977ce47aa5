import { describe, expect, test } from "vitest";
import { findCodes, HIDDEN_CODE, takeOut, withoutCodes } from "./codes";

const found = (text: string) => findCodes(text).map(({ kind, label, value }) => `${kind} ${label}: ${value}`);

describe("what looks like an entry code is found", () => {
  test.each([
    ["code 1234", ["code Code: 1234"]],
    ["Lockbox 4711", ["code Lockbox: 4711"]],
    ["lock box code is 0815", ["code Lock box: 0815"]],
    ["garage #0815", ["code Garage: #0815"]],
    ["garage 0815", ["code Garage: 0815"]],
    ["gate 4711#", ["code Gate: 4711#"]],
    ["Gate: 2580", ["code Gate: 2580"]],
    ["alarm: 1234*", ["alarm Alarm: 1234*"]],
    ["Alarm code is #9911", ["alarm Alarm code: #9911"]],
    ["Front door code 12-34-56, then push", ["code Front door code: 12-34-56"]],
    ["The code for the garage is 8842.", ["code Code: 8842"]],
    ["code to the back door: 1209", ["code Code: 1209"]],
    ["Building code 1200", ["code Building code: 1200"]],
    ["keypad C4711Z", ["code Keypad: C4711Z"]],
    ["PIN 123456", ["code Pin: 123456"]],
    ["Press 1234# at the gate", ["code Keypad: 1234#"]],
    ["4711 opens the gate", ["code Gate: 4711"]],
    ["1357 is the code", ["code Code: 1357"]],
    ["2468# for the lockbox", ["code Lockbox: 2468#"]],
    ["Alarm password is Daisy", ["alarm Alarm password: Daisy"]],
    ['security passphrase: "blue heron"', ["alarm Alarm password: blue heron"]],
    ["Key under the mat", ["key Key: under the mat"]],
    ["The spare key is in the green flowerpot, dog is friendly", ["key Spare key: in the green flowerpot"]],
    ["keys are with our neighbor Ruth", ["key Key: with our neighbor Ruth"]],
    ["La llave está debajo del felpudo", ["key Key: debajo del felpudo"]],
    ["código 4455", ["code Código: 4455"]],
    ["Llave no, pero clave: 7788", ["code Clave: 7788"]],
    ["Lockbox 4711\nalarm 1234, dog inside", ["code Lockbox: 4711", "alarm Alarm: 1234"]],
  ])("%j", (text, codes) => {
    expect(found(text)).toEqual(codes);
  });
});

describe("what is no entry code is left alone", () => {
  test.each([
    "Call 603-555-0142 before you come",
    "alarm company 603 555 0142",
    "Call the gate at 603-555-0142",
    "code 603-555-0142",
    "gate: 555-0142",
    "14 Barnstead Road",
    "Enter 1200 Elm Street from the back",
    "ZIP code 03263",
    "zip 03263",
    "area code 603",
    "postal code: 03263",
    "promo code 2026",
    "gift card code 123456",
    "dress code 1950",
    "paint color code 4417",
    "Please come at 10:30",
    "alarm 10:30",
    "alarm is off until 1100 am",
    "garage 400 sq ft",
    "garage: 400 square feet",
    "Apartment 1204",
    "apt 4711",
    "Unit #1204, second floor",
    "door is 80 inch",
    "gate: 120 cm/3",
    "3 bedrooms, 2 baths, 1800 sq ft",
    "$1234 due",
    "alarm: $120",
    "Booking #1042",
    "key areas are the kitchen and bath",
    "keys: none",
    "Two dogs, one cat. Turkey in the oven.",
    "garage 2",
    "Gate on 12/24",
    "code 12",
    "",
  ])("%j", (text) => {
    expect(found(text)).toEqual([]);
  });
});

test.each(["code is ", "lock ", "1 ", "key is kept ", "front door gate ", "code for the back "])(
  "a long text of %j is searched in no time",
  (words) => {
    const before = process.hrtime.bigint();
    findCodes(words.repeat(1000 / words.length));
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(250);
  },
);

test("the words of a code can be found in their text again", () => {
  const text = "Dog inside. Lockbox  is 4711 , alarm 1234*; key under the mat";
  for (const { start, words } of findCodes(text)) expect(text.slice(start, start + words.length)).toBe(words);
});

test("a reader of emails and calendars sees that there is a code, and not which", () => {
  expect(withoutCodes("Dog inside, lockbox 4711. Alarm: 1234*")).toBe(
    `Dog inside, ${HIDDEN_CODE}. ${HIDDEN_CODE}`,
  );
  expect(withoutCodes("Dog inside")).toBe("Dog inside");
  expect(withoutCodes("Pin 1887 is our photo", ["Pin 1887"])).toBe("Pin 1887 is our photo");
});

test.each([
  ["Lockbox 4711", "Lockbox 4711", null],
  ["Dog inside, lockbox 4711.", "lockbox 4711", "Dog inside"],
  ["Lockbox 4711, dog inside", "Lockbox 4711", "dog inside"],
  ["Dog inside. Lockbox 4711. Call first.", "Lockbox 4711", "Dog inside. Call first."],
  ["Dog (lockbox 4711) inside", "lockbox 4711", "Dog inside"],
  ["Lockbox 4711\nTwo cats", "Lockbox 4711", "Two cats"],
  ["code 1234, code 12345", "code 1234", "code 12345"],
  ["Cats, code 12345, plants", "code 12345", "Cats, plants"],
])("taking a code out of %j leaves whole words", (text, words, rest) => {
  expect(takeOut(text, words)).toBe(rest);
});
