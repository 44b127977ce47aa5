/**
 * `npm run licences`: writes docs/licences.md, the license of each package that builds or runs the site. Exits with 1 if a
 * license is not allowed (tests/licences.test.ts checks this, too).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const PAGE = "docs/licences.md";
/**
 * They require at most that their text is kept with the code. MPL and LGPL also require publishing changes to their own files;
 * what is under LGPL (libvips, beside sharp) is a library of its own that anybody can replace.
 */
const ALLOWED = new Set(
  "MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause 0BSD Apache-2.0 BlueOak-1.0.0 CC0-1.0 CC-BY-3.0 CC-BY-4.0 Unlicense PostgreSQL OFL-1.1 MPL-2.0 LGPL-3.0-or-later Python-2.0 PSF-2.0".split(
    " ",
  ),
);

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean };
export type Package = { name: string; version: string; licence: string };

/** What npm installs without development packages, on any machine. */
export function readPackages(): Package[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([place, { dev, link }]) => place !== "" && !dev && !link)
    .map(([place, { version = "", license }]) => ({
      name: place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license ?? installedLicence(place),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
}

function installedLicence(place: string): string {
  const file = `${place}/package.json`;
  const { license } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return typeof license === "string" ? license : (license?.type ?? "unknown");
}

/** Whether an expression ("MIT OR GPL-2.0") has an alternative with allowed licenses only. */
export function isAllowed(licence: string): boolean {
  const choices = licence.replace(/[()]/g, "").split(/ OR /);
  return choices.some((choice) => choice.split(/ AND /).every((one) => ALLOWED.has(one.trim())));
}

export function licencesPage(packages: Package[]): string {
  const counts = Map.groupBy(packages, ({ licence }) => licence);
  const sum = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, all]) => `${all.length} ${name}`);
  return [
    "# Licences",
    "",
    "Written by `npm run licences`: the packages that the site is built and run with (what only tests it is left out), and under",
    `which licence each is. ${packages.length} packages: ${sum.join(", ")}.`,
    "",
    "| Package | Version | Licence |",
    "| --- | --- | --- |",
    ...packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    "",
  ].join("\n");
}

if (import.meta.main) {
  const packages = readPackages();
  writeFileSync(PAGE, licencesPage(packages));
  const refused = packages.filter(({ licence }) => !isAllowed(licence));
  for (const { name, licence } of refused) console.error(`${name}: ${licence} is not allowed here.`);
  console.log(`${PAGE}: ${packages.length} packages.`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
