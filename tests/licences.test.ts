import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAllowed, licencesPage, readPackages } from "../scripts/licences";

test("every package that the program runs with has a licence that is allowed here", () => {
  const packages = readPackages();
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test("docs/licences.md lists them as they are: npm run licences writes it", () => {
  expect(readFileSync("docs/licences.md", "utf8")).toBe(licencesPage(readPackages()));
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0)", true],
  ["Apache-2.0 AND MIT", true],
  ["MIT AND GPL-3.0", false],
  ["GPL-3.0", false],
  ["unknown", false],
])("%s: %s", (licence, allowed) => {
  expect(isAllowed(licence)).toBe(allowed);
});
