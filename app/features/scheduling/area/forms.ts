import { type FormValues, type Merged, mergeForm, singly } from "~/features/operations/settings/merge";
import type { Settings } from "~/features/operations/settings/settings";
import {
  AREA_MODES,
  type Area,
  areaOf,
  type CentroidOf,
  MILES,
  parseZips,
} from "~/features/scheduling/roads/area";
import { cleanLine } from "~/lib/text";

export const AREA_PAGE = "/admin/settings/area";

/** With more, a radius serves better; all settings are read with every page. */
export const MOST_ZIPS = 1000;
const NAMED = 5;

/** The settings of the service area as they are stored. */
export type AreaRules = {
  mode: (typeof AREA_MODES)[number];
  zips: string;
  base_zip: string;
  radius_miles: string;
};

const FIELDS = ["mode", "zips", "base_zip", "radius_miles"] as const;

export type AreaValues = FormValues;

type Errors = Record<string, string>;
type Read = { ok: true; rules: AreaRules; area: Area } | { ok: false; errors: Errors };

export function storedRules(settings: Settings): AreaRules {
  return {
    mode: settings["area.mode"],
    zips: settings["area.zips"],
    base_zip: settings["area.base_zip"],
    radius_miles: String(settings["area.radius_miles"]),
  };
}

/** The rules as the form shows them. */
export function areaValues({ zips, ...rules }: AreaRules): AreaValues {
  return { ...rules, zips: zips.split(" ").join(", ") };
}

/**
 * Reads the form. Each error stands under the name of its field. What the chosen mode doesn't use stays as it is stored,
 * unless it is right.
 */
export function readArea(values: AreaValues, stored: AreaRules, centroidOf: CentroidOf): Read {
  const errors: Errors = {};
  const mode = AREA_MODES.find((one) => one === values.mode);
  if (!mode) errors.mode = "Choose where you clean.";
  const zips = readZips(values.zips ?? "", centroidOf);
  const base = readBase(values.base_zip ?? "", centroidOf);
  const miles = readMiles(values.radius_miles ?? "");
  if (mode === "zips" && zips.wrong) errors.zips = zips.wrong;
  if (mode === "radius" && base.wrong) errors.base_zip = base.wrong;
  if (mode === "radius" && miles.wrong) errors.radius_miles = miles.wrong;
  if (!mode || Object.keys(errors).length > 0) return { ok: false, errors };
  const rules = {
    mode,
    zips: zips.wrong ? stored.zips : zips.text,
    base_zip: base.wrong ? stored.base_zip : base.text,
    radius_miles: miles.wrong ? stored.radius_miles : miles.text,
  };
  return { ok: true, rules, area: areaOfRules(rules) };
}

function areaOfRules({ mode, zips, base_zip, radius_miles }: AreaRules): Area {
  return areaOf({
    "area.mode": mode,
    "area.zips": zips,
    "area.base_zip": base_zip,
    "area.radius_miles": Number(radius_miles),
  });
}

/** `wrong`: why the text can't be taken. */
type Field = { text: string; wrong?: string };

function readZips(text: string, centroidOf: CentroidOf): Field {
  const { zips, wrong } = parseZips(text);
  const unknown = zips.filter((zip) => !centroidOf(zip));
  const problem =
    wrong.length > 0
      ? `A ZIP code has 5 digits. Please correct ${named(wrong.map((part) => `“${part.slice(0, 20)}”`))}.`
      : unknown.length > 0
        ? `There is no ZIP code ${named(unknown)}. Please correct or remove it.`
        : zips.length === 0
          ? "Enter at least one ZIP code, or choose to clean anywhere."
          : zips.length > MOST_ZIPS
            ? `At most ${MOST_ZIPS.toLocaleString("en-US")} ZIP codes, please: these are ${zips.length.toLocaleString("en-US")}. A radius can hold more.`
            : undefined;
  return { text: zips.join(" "), wrong: problem };
}

function readBase(text: string, centroidOf: CentroidOf): Field {
  const zip = cleanLine(text);
  if (!/^\d{5}$/.test(zip)) return { text: zip, wrong: "Enter the ZIP code of your base, like 03263." };
  return { text: zip, wrong: centroidOf(zip) ? undefined : `There is no ZIP code ${zip}.` };
}

function readMiles(text: string): Field {
  const miles = cleanLine(text);
  const isRight = /^\d{1,3}$/.test(miles) && Number(miles) >= MILES.least && Number(miles) <= MILES.most;
  const wrong = `Miles must be a whole number from ${MILES.least} to ${MILES.most}.`;
  return isRight ? { text: String(Number(miles)) } : { text: miles, wrong };
}

function named(parts: readonly string[]): string {
  const more = parts.length - NAMED;
  return parts.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** See `mergeForm`. A list that only looks different is no change. */
export function mergeArea(form: AreaValues, seen: AreaValues, stored: AreaValues): Merged {
  return mergeForm(form, seen, stored, singly(FIELDS), (values, [name = ""]) => {
    const text = values[name] ?? "";
    return name === "zips" ? JSON.stringify(parseZips(text)) : text.trim();
  });
}
