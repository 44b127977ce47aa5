import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAllowed, licencesPage, readPackages } from "../scripts/licences";

test("every package that the site runs with has an allowed license", () => {
  const packages = readPackages();
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test("docs/licences.md is up to date (else run npm run licences)", () => {
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
