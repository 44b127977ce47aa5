import { expect, test } from "vitest";
import { currencyChoices, isCurrency, isTimeZone, zoneChoices } from "./settings";

test.each([
  ["America/New_York", true],
  ["Pacific/Honolulu", true],
  ["UTC", true],
  ["US/Eastern", true],
  ["", false],
  ["Mars/Olympus", false],
  ["+05:00", false],
  ["America/New York", false],
])("isTimeZone(%j) is %s", (name, is) => expect(isTimeZone(name)).toBe(is));

test.each([
  ["USD", true],
  ["CAD", true],
  ["JPY", false], // has no hundredths
  ["KWD", false], // has thousandths
  ["usd", false],
  ["XYZ", false],
  ["", false],
])("isCurrency(%j) is %s", (code, is) => expect(isCurrency(code)).toBe(is));

test("every offered time zone and currency is valid and listed once", () => {
  const zones = zoneChoices("US/Eastern");
  const currencies = currencyChoices();
  for (const [{ near, others }, is] of [
    [zones, isTimeZone],
    [currencies, isCurrency],
  ] as const) {
    const values = [...near, ...others].map(({ value }) => value);
    expect(values.filter((value) => !is(value))).toEqual([]);
    expect(new Set(values).size).toBe(values.length);
  }
  expect(zones.others.map(({ value }) => value)).toContain("US/Eastern");
});
