import { milesBetween, type Point } from "./distance";

export const AREA_MODES = ["anywhere", "zips", "radius"] as const;

/** How far a radius can reach. */
export const MILES = { least: 1, most: 200 };

/** Where we clean: anywhere, in these ZIP codes, or within so many miles of the middle of the base's ZIP code. */
export type Area =
  | { mode: "anywhere" }
  | { mode: "zips"; zips: readonly string[] }
  | { mode: "radius"; base: string; miles: number };

/** Finds the middle of a ZIP code's area; null: no such ZIP code is known. */
export type CentroidOf = (zip: string) => Point | null;

type Stored = {
  "area.mode": (typeof AREA_MODES)[number];
  "area.zips": string;
  "area.base_zip": string;
  "area.radius_miles": number;
};

/** The area as the office set it. A list without ZIP codes, or a radius without base, limits nothing. */
export function areaOf(settings: Stored): Area {
  const zips = settings["area.zips"].split(" ").filter(Boolean);
  const base = settings["area.base_zip"];
  if (settings["area.mode"] === "zips" && zips.length > 0) return { mode: "zips", zips };
  if (settings["area.mode"] === "radius" && base) {
    return { mode: "radius", base, miles: settings["area.radius_miles"] };
  }
  return { mode: "anywhere" };
}

/**
 * Whether we clean at a ZIP code (5 digits or ZIP+4). A ZIP code without a known middle lies in no radius, except the base's
 * own. A base without one limits nothing: staff then see it in the settings.
 */
export function inArea(area: Area, zip: string, centroidOf: CentroidOf): boolean {
  const code = zip.trim().slice(0, 5);
  if (area.mode === "anywhere") return true;
  if (area.mode === "zips") return area.zips.includes(code);
  const base = centroidOf(area.base);
  if (!base || code === area.base) return true;
  const there = centroidOf(code);
  return there !== null && milesBetween(base, there) <= area.miles;
}

/** The ZIP codes in a pasted text, each once and in order, and what looks like one but isn't. Words without digits are skipped. */
export function parseZips(text: string): { zips: string[]; wrong: string[] } {
  const parts = text.split(/[\s,;|/"'()[\]]+/).filter((part) => /\d/.test(part));
  const isZip = (part: string) => /^\d{5}(-\d{4})?$/.test(part);
  return {
    zips: [...new Set(parts.filter(isZip).map((part) => part.slice(0, 5)))].sort(),
    wrong: [...new Set(parts.filter((part) => !isZip(part)))],
  };
}

/** What somebody outside the area reads. */
export function notInZip(zip: string): string {
  return `We are not in ${zip.trim().slice(0, 5)} yet.`;
}

/** The five digits of a ZIP code or ZIP+4; null while it is none. */
export function zipOf(text: string): string | null {
  return /^\s*(\d{5})(-\d{4})?\s*$/.exec(text)?.[1] ?? null;
}
