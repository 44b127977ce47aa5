import { type FormValues, type Merged, mergeForm, singly } from "~/features/operations/settings/merge";
import type { Settings } from "~/features/operations/settings/settings";
import { type Cents, formatCents, parseCents } from "~/lib/money";
import { cleanLine } from "~/lib/text";
import type { StaffRole } from "~/platform/auth/roles";

export const LIMITS_PAGE = "/admin/settings/limits";

/** The form's fields, which are the settings' keys. Owners have no limit; who is not here can't refund. */
export const LIMIT_FIELDS = ["refund_limit_manager", "refund_limit_bookkeeper"] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];
export type LimitValues = Partial<Record<LimitField, string>>;

const ROLES: Record<LimitField, StaffRole> = {
  refund_limit_manager: "manager",
  refund_limit_bookkeeper: "bookkeeper",
};

/** The highest limit, in cents. Above it, leave the field empty. */
const MOST = 100_000_000;

/** The limits that somebody may set who may give these roles: nobody sets their own, except owners. */
export function limitFields(roles: readonly StaffRole[]): LimitField[] {
  return LIMIT_FIELDS.filter((field) => roles.includes(ROLES[field]));
}

/** The limits as they are typed: "500.00", or empty for none. */
export function limitValues(settings: Settings): Record<LimitField, string> {
  const typed = (cents: Cents | null) => (cents === null ? "" : (cents / 100).toFixed(2));
  return {
    refund_limit_manager: typed(settings["users.refund_limit_manager"]),
    refund_limit_bookkeeper: typed(settings["users.refund_limit_bookkeeper"]),
  };
}

type Read =
  | { ok: true; limits: Partial<Record<LimitField, Cents | null>> }
  | { ok: false; errors: LimitValues };

/** Reads these fields of the form. Each error stands under the name of its field. */
export function readLimits(values: FormValues, fields: readonly LimitField[]): Read {
  const errors: LimitValues = {};
  const limits: Partial<Record<LimitField, Cents | null>> = {};
  for (const field of fields) {
    const text = cleanLine(values[field] ?? "");
    const cents = text === "" ? null : parseCents(text);
    if (text !== "" && (cents === null || cents > MOST))
      errors[field] = `Enter an amount up to ${formatCents(MOST)}, like 250, or leave it empty.`;
    else limits[field] = cents;
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, limits };
}

/** See `mergeForm`. */
export function mergeLimits(
  form: FormValues,
  seen: FormValues,
  stored: FormValues,
  fields: readonly LimitField[],
): Merged {
  return mergeForm(form, seen, stored, singly(fields));
}
