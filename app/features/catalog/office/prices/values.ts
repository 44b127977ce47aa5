import { FREQUENCIES } from "~/features/catalog/frequency";
import type { PriceRules, Rate } from "~/features/catalog/rules";
import { rulesOf, type Service } from "~/features/catalog/service";
import { addDays } from "~/lib/dates";
import type { Cents } from "~/lib/money";

/** Limits of a price list: prices in cents. What is added stays payable by card, however much of it is chosen. */
export const PRICE_LIMITS = {
  price: 1_000_000,
  added: 100_000,
  minutes: 600,
  room_minutes: 240,
  square_feet: 50_000,
  bands: 12,
  extras: 12,
  quantity: 20,
  title: 60,
  /** How far ahead a list can begin. */
  days: 730,
} as const;

/** The form's fields as typed, by name: "base.price", "bands.0.up_to". */
export type PriceValues = Record<string, string>;

export type RowKind = "bands" | "extras";

const ROW_FIELDS = {
  bands: { up_to: "", price: "", minutes: "" },
  extras: { id: "", title: "", price: "", minutes: "", most: "1", picture: "" },
} as const;

/** The rows of sizes or extras, in their order. Rows in which nothing was typed are left out. */
export function rowsOf(values: PriceValues, kind: RowKind): Record<string, string>[] {
  const found = Object.keys(values).flatMap((name) => {
    const [, index] = /^(?:bands|extras)\.(\d{1,3})\.\w+$/.exec(name) ?? [];
    return index !== undefined && name.startsWith(`${kind}.`) ? [Number(index)] : [];
  });
  const indexes = [...new Set(found)].sort((a, b) => a - b);
  return indexes
    .map((index) =>
      Object.fromEntries(
        Object.keys(ROW_FIELDS[kind]).map((field) => [field, values[`${kind}.${index}.${field}`] ?? ""]),
      ),
    )
    .filter((row) => Object.entries(row).some(([field, text]) => isTyped(field) && text.trim() !== ""));
}

/** Whether a row with only this field filled counts as filled. */
function isTyped(field: string): boolean {
  return !["id", "most", "picture"].includes(field);
}

/** The values with other rows of a kind, numbered from 0. */
function withRows(values: PriceValues, kind: RowKind, rows: readonly Record<string, string>[]): PriceValues {
  const others = Object.entries(values).filter(([name]) => !name.startsWith(`${kind}.`));
  const numbered = rows.flatMap((row, index) =>
    Object.entries(row).map(([field, text]) => [`${kind}.${index}.${field}`, text]),
  );
  return Object.fromEntries([...others, ...numbered]);
}

/** The values as they are shown again: rows numbered from 0, without empty ones. */
export function tidied(values: PriceValues): PriceValues {
  const bands = withRows(values, "bands", rowsOf(values, "bands"));
  return withRows(bands, "extras", rowsOf(values, "extras"));
}

/** The values with one more row, or with one row less. */
export function withRow(values: PriceValues, kind: RowKind): PriceValues {
  return withRows(values, kind, [...rowsOf(values, kind), ROW_FIELDS[kind]]);
}

export function withoutRow(values: PriceValues, kind: RowKind, index: number): PriceValues {
  return withRows(values, kind, rowsOf(values, kind).toSpliced(index, 1));
}

/** The number of rows in the values, empty ones included. */
export function countRows(values: PriceValues, kind: RowKind): number {
  const first = Object.keys(ROW_FIELDS[kind])[0];
  return Object.keys(values).filter((name) => name.startsWith(`${kind}.`) && name.endsWith(`.${first}`))
    .length;
}

function dollars(cents: Cents): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

function rateValues(name: string, { cents, minutes }: Rate): PriceValues {
  return { [`${name}.price`]: dollars(cents), [`${name}.minutes`]: String(minutes) };
}

/** A price list as the form shows it. */
export function valuesOf(rules: PriceRules, begins_on: string): PriceValues {
  const sold = FREQUENCIES.map((name) => {
    const price = rules.frequencies[name];
    return { [`${name}.price`]: price ? dollars(price.cents) : "", [`${name}.per`]: price?.per ?? "" };
  });
  const plain: PriceValues = {
    begins_on,
    by: rules.by,
    ...rateValues("base", rules.base),
    ...rateValues("bedroom", rules.bedroom),
    ...rateValues("bathroom", rules.bathroom),
    ...rateValues("half_bath", rules.half_bath),
    ...rateValues("first_visit", rules.first_visit),
    minimum: rules.minimum > 0 ? dollars(rules.minimum) : "",
    ...Object.assign({}, ...sold),
  };
  const bands = rules.bands.map(({ up_to, cents, minutes }) => ({
    up_to: String(up_to),
    price: dollars(cents),
    minutes: String(minutes),
  }));
  const extras = rules.extras.map(({ id, title, cents, minutes, most, picture }) => ({
    id,
    title,
    price: dollars(cents),
    minutes: String(minutes),
    most: String(most),
    picture: picture ?? "",
  }));
  return withRows(withRows(plain, "bands", bands), "extras", extras);
}

/** What a new draft begins with: the newest published list, else what is charged today, from a day on that has no list. */
export function newValues(
  service: Service,
  newest: { rules: PriceRules; begins_on: string } | null,
  today: string,
): PriceValues {
  const after = newest && newest.begins_on > today ? newest.begins_on : today;
  return valuesOf(newest?.rules ?? rulesOf(service), addDays(after, 1));
}
