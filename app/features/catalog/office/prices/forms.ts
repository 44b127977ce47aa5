import { z } from "zod";
import { FREQUENCIES } from "~/features/catalog/frequency";
import type { PriceRules } from "~/features/catalog/rules";
import { type Cents, parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import { PRICE_LIMITS as MAX, type PriceValues, rowsOf } from "./values";

/** An amount typed in dollars; nothing typed is nothing. */
function money(most: Cents) {
  return z.string().transform((text, { addIssue }) => {
    const cents = text.trim() === "" ? 0 : parseCents(text);
    if (cents !== null && cents <= most) return cents;
    addIssue(
      cents === null
        ? /^\s*-/.test(text)
          ? "A price can't be negative."
          : "Enter an amount in dollars, like 20 or 12.50."
        : `At most $${(most / 100).toLocaleString("en-US")}.`,
    );
    return z.NEVER;
  });
}

/** A whole number; nothing typed is the least. */
function whole(least: number, most: number) {
  return z.string().transform((text, { addIssue }) => {
    const number = text.trim() === "" ? least : /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    addIssue(`A whole number from ${least} to ${most.toLocaleString("en-US")}.`);
    return z.NEVER;
  });
}

const rate = (price: Cents, minutes: number) =>
  z
    .object({ price: money(price), minutes: whole(0, minutes) })
    .transform(({ price: cents, minutes }) => ({ cents, minutes }));

const roomRate = rate(MAX.added, MAX.room_minutes);
const band = z
  .object({
    up_to: whole(0, MAX.square_feet),
    price: money(MAX.added),
    minutes: whole(0, MAX.minutes),
  })
  .refine(({ up_to }) => up_to > 0, { path: ["up_to"], error: "Enter the size, like 1500." })
  .transform(({ up_to, price: cents, minutes }) => ({ up_to, cents, minutes }));

const extra = z
  .object({
    id: z.string().regex(/^$|^[a-z0-9-]{1,80}$/),
    title: z
      .string()
      .overwrite(cleanLine)
      .min(1, "Name the extra.")
      .max(MAX.title, `At most ${MAX.title} characters.`),
    price: money(MAX.added),
    minutes: whole(0, MAX.room_minutes),
    most: whole(1, MAX.quantity),
    picture: z.string().transform((key) => key || null),
  })
  .refine(({ price, minutes }) => price + minutes > 0, {
    path: ["price"],
    error: "An extra needs a price or minutes.",
    when: ({ issues }) => issues.length === 0,
  })
  .transform(({ price: cents, ...row }) => ({ ...row, cents }));

const sold = z
  .object({ price: money(MAX.price), per: z.enum(["", "visit", "month"], "Choose one.") })
  .refine(({ price, per }) => per === "" || price > 0, { path: ["price"], error: "Enter a price." })
  .transform(({ price: cents, per }) => (per === "" ? undefined : { cents, per }));

/** Refuses a row that has the same in a field as an earlier one, in any case of letters. */
function distinct<Field extends string>(field: Field, message: string) {
  return (rows: readonly Record<Field, string | number>[], context: z.RefinementCtx) => {
    const texts = rows.map((row) => String(row[field]).toLowerCase());
    for (const [index, text] of texts.entries()) {
      if (texts.indexOf(text) < index) context.addIssue({ code: "custom", path: [index, field], message });
    }
  };
}

/** The rules of a price list as they are typed, in dollars and minutes. Browser and server check with it. */
const rulesSchema = z.object({
  by: z.enum(["hour", "flat", "home"], "Choose how it's priced."),
  base: rate(MAX.price, MAX.minutes),
  ...{ bedroom: roomRate, bathroom: roomRate, half_bath: roomRate },
  bands: z
    .array(band)
    .max(MAX.bands, `At most ${MAX.bands} sizes.`)
    .superRefine(distinct("up_to", "Another size ends there.")),
  extras: z
    .array(extra)
    .max(MAX.extras, `At most ${MAX.extras} extras.`)
    .superRefine(distinct("title", "Another extra has this name.")),
  first_visit: rate(MAX.added, MAX.room_minutes),
  minimum: money(MAX.price),
  ...{ weekly: sold, biweekly: sold, monthly: sold },
});

export type Errors = Record<string, string>;
export type ReadRules = { ok: true; rules: PriceRules } | { ok: false; errors: Errors };

/** Reads the rules from the form. What doesn't apply to the way of pricing is left out. Errors stand under their field. */
export function readRules(values: PriceValues): ReadRules {
  const at = (name: string) => values[name] ?? "";
  const ratesAt = (name: string, applies: boolean) => ({
    price: applies ? at(`${name}.price`) : "",
    minutes: applies ? at(`${name}.minutes`) : "",
  });
  const by = at("by");
  const home = by === "home";
  const soldAt = (name: string) =>
    by === "hour"
      ? { price: "", per: "" }
      : { price: at(`${name}.per`) ? at(`${name}.price`) : "", per: at(`${name}.per`) };
  const parsed = rulesSchema.safeParse({
    by,
    base: { price: at("base.price"), minutes: by === "hour" ? "60" : at("base.minutes") },
    bedroom: ratesAt("bedroom", home),
    bathroom: ratesAt("bathroom", home),
    half_bath: ratesAt("half_bath", home),
    bands: home ? rowsOf(values, "bands") : [],
    extras: rowsOf(values, "extras"),
    first_visit: ratesAt("first_visit", true),
    minimum: at("minimum"),
    ...Object.fromEntries(FREQUENCIES.map((name) => [name, soldAt(name)])),
  });
  if (!parsed.success) {
    const errors: Errors = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
    return { ok: false, errors };
  }
  const { weekly, biweekly, monthly, bands, extras, ...rules } = parsed.data;
  const frequencies = {
    ...(weekly && { weekly }),
    ...(biweekly && { biweekly }),
    ...(monthly && { monthly }),
  };
  return {
    ok: true,
    rules: {
      ...rules,
      bands: bands.toSorted((a, b) => a.up_to - b.up_to),
      extras: withIds(extras),
      frequencies,
    },
  };
}

/** Gives new extras an id of their title, by which bookings remember them. */
function withIds(extras: PriceRules["extras"]): PriceRules["extras"] {
  const taken = new Set(extras.map(({ id }) => id));
  const seen = new Set<string>();
  return extras.map((one) => {
    if (one.id && !seen.has(one.id)) {
      seen.add(one.id);
      return one;
    }
    const slug = one.title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60);
    const name = slug || "extra";
    let id = name;
    for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
    taken.add(id);
    seen.add(id);
    return { ...one, id };
  });
}
