import { z } from "zod";
import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import { type Coupon, normalizeCode } from "./coupon";

/** The terms that staff set; the code only once. */
export type Terms = Omit<Coupon, "code" | "ended">;

const MOST_CENTS = 1_000_000;
const VALUE = "Value must be a whole percentage from 1 to 100, or an amount like 25 or 12.50.";

const code = z
  .string("Code is required.")
  .overwrite(normalizeCode)
  .regex(/^[A-Z0-9]{3,24}$/, "Code must be 3 to 24 letters and digits, like SPRING20.");

const terms = z
  .object({
    kind: z.enum(["percent", "amount"], "Choose a percentage or an amount."),
    value: z.string(VALUE).overwrite(cleanLine),
    first_visit: box(),
    scope: z.enum(["all", "some"]).catch("all"),
    begins_on: day("First day"),
    ends_on: day("Last day"),
    most_uses: count("Total uses"),
    most_each: count("Uses per customer"),
    is_exclusive: box(),
  })
  .refine(({ kind, value }) => percentOrCents(kind, value) !== null, { error: VALUE, path: ["value"] })
  .refine(({ begins_on, ends_on }) => !begins_on || !ends_on || begins_on <= ends_on, {
    error: "Last day must not be before the first day.",
    path: ["ends_on"],
  });

type Checked<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> };

/** The code of a new coupon, the customer that it is for, and its terms. Every wrong field once. */
export function checkNewCoupon(
  fields: Record<string, string>,
  services: readonly string[],
): Checked<Terms & { code: string; customer_id: string | null }> {
  const named = code.safeParse(fields.code);
  const checked = checkTerms(fields, services);
  if (!named.success || !checked.ok) {
    const message = named.error?.issues[0]?.message;
    return {
      ok: false,
      errors: { ...(message && { code: message }), ...(checked.ok ? {} : checked.errors) },
    };
  }
  const customer_id = isUuid(fields.customer_id ?? "") ? (fields.customer_id ?? null) : null;
  return { ok: true, value: { ...checked.value, code: named.data, customer_id } };
}

/** The terms of a coupon, as its form has them. `services`: the ids that there are. */
export function checkTerms(fields: Record<string, string>, services: readonly string[]): Checked<Terms> {
  const form = terms.safeParse(fields);
  const chosen = services.filter((id) => fields[`service.${id}`] === "on");
  const errors: Record<string, string> = {};
  for (const { path, message } of form.error?.issues ?? []) errors[path.join(".")] ??= message;
  if (fields.scope === "some" && chosen.length === 0) errors.scope = "Choose at least one service.";
  if (!form.success || errors.scope) return { ok: false, errors };
  const { kind, value, scope, ...rest } = form.data;
  const worth = percentOrCents(kind, value);
  return {
    ok: true,
    value: {
      ...rest,
      services: scope === "some" ? chosen : null,
      percent: kind === "percent" ? worth : null,
      amount: kind === "amount" ? worth : null,
    },
  };
}

function percentOrCents(kind: "percent" | "amount", value: string): number | null {
  const found = kind === "percent" ? (/^(\d{1,3}) ?%?$/.exec(value)?.[1] ?? "") : parseCents(value);
  const worth = found === "" || found === null ? 0 : Number(found);
  return worth > 0 && worth <= (kind === "percent" ? 100 : MOST_CENTS) ? worth : null;
}

/** What the form of a coupon is filled with. */
export function fieldsOf(terms: Terms): Record<string, string> {
  const { percent, amount, services, begins_on, ends_on, most_uses, most_each } = terms;
  return {
    kind: percent === null ? "amount" : "percent",
    value: percent === null ? ((amount ?? 0) / 100).toFixed(2) : String(percent),
    first_visit: terms.first_visit ? "on" : "",
    scope: services ? "some" : "all",
    ...Object.fromEntries((services ?? []).map((id) => [`service.${id}`, "on"])),
    begins_on: begins_on ?? "",
    ends_on: ends_on ?? "",
    most_uses: most_uses?.toString() ?? "",
    most_each: most_each?.toString() ?? "",
    is_exclusive: terms.is_exclusive ? "on" : "",
  };
}

/** What a new coupon begins with. */
export const NEW_COUPON: Record<string, string> = { kind: "percent", scope: "all", most_each: "1" };

function box() {
  return z
    .string()
    .optional()
    .transform((text) => text === "on");
}

/** Empty, or a day. */
function day(label: string) {
  return z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || isCalendarDate(text), `${label} must be a day, like 2026-12-31.`)
    .transform((text) => text || null);
}

/** Empty for no limit, or a number from 1. */
function count(label: string) {
  return z
    .string()
    .trim()
    .default("")
    .refine(
      (text) => /^([1-9]\d{0,5})?$/.test(text),
      `${label} must be a whole number, or empty for no limit.`,
    )
    .transform((text) => (text ? Number(text) : null));
}
