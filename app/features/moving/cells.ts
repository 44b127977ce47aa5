import { cleanBlock, cleanLine } from "~/lib/text";
import type { Mapping } from "./columns";

/** What people write into a cell that has nothing to say. */
export const NOTHING = /^(?:n\/?a|none|null|no|nil|unknown|tbd|-+|\.+|0+)?$/i;

/** Some programs write ="03263", so that a spreadsheet keeps the zero. */
const unwrapped = (cell: string) => /^="(.*)"$/s.exec(cell)?.[1] ?? cell;

/** The cells of a line by field. `all`: of every column with the field; `one`: the first; `something`: empty if it says nothing. */
export function cellsOf<Field extends string>(cells: readonly string[], mapping: Mapping) {
  const texts = new Map<string, string[]>();
  for (const [place, field] of mapping.entries()) {
    const text = field && cleanBlock(unwrapped(cells[place] ?? ""));
    if (text) texts.set(field, [...(texts.get(field) ?? []), text]);
  }
  const all = (field: Field): string[] => texts.get(field) ?? [];
  const one = (field: Field): string => cleanLine(all(field)[0] ?? "");
  const something = (field: Field): string => (NOTHING.test(one(field)) ? "" : one(field));
  return { all, one, something };
}

/** "3", "3.0", "1,850 sq ft" and "5+" as digits; other texts stay, and are refused with their field. */
export function numberIn(text: string): string {
  const [, digits] =
    /^([\d,]+)(?:\.0+)?\+?\s*(?:beds?|baths?|bedrooms?|bathrooms?|sq\.? ?ft\.?|sqft|square feet)?$/i.exec(
      text,
    ) ?? [];
  return digits?.replaceAll(",", "") ?? text;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Programs write a year like 0001 where they know none. PostgreSQL has no year 0. */
const EARLIEST_YEAR = 1900;

/**
 * A day as American programs write it (11/25/2026, 11-25-26, Nov 25, 2026), or as 2026-11-25, perhaps with a time after it.
 * Null for none; undefined if it is no day.
 */
export function readDay(text: string): string | null | undefined {
  if (!text) return null;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:[ ,].*)?$/.exec(text);
  const words = /^(?:[a-z]+,? )?([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[ ,].*)?$/i.exec(
    text,
  );
  const month = words ? MONTHS.indexOf((words[1] ?? "").toLowerCase()) + 1 : 0;
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  if (us) return dayOf(us[3], us[1], us[2]);
  return words ? dayOf(words[3], month, words[2]) : undefined;
}

function dayOf(year = "", month: string | number = 0, day = ""): string | undefined {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (full < EARLIEST_YEAR) return undefined;
  try {
    return Temporal.PlainDate.from(
      { year: full, month: Number(month), day: Number(day) },
      { overflow: "reject" },
    ).toString();
  } catch {
    return undefined;
  }
}
