import { formatDate, isCalendarDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { formatField } from "./details";
import type { Names } from "./entry";

/** What was, and what is since; null on the side where nothing was. */
export type Change = { field: string; before: string | null; after: string | null };
export type Fact = { field: string; value: string };

/** The two sides of a line of the audit trail, field by field, and what else it says. */
export function changesOf(
  details: Record<string, unknown>,
  names: Names,
): { changes: Change[]; facts: Fact[] } {
  const {
    before = details.from,
    after = details.to,
    from: _,
    to: __,
    currency: ___,
    undo: ____,
    ...rest
  } = details;
  const [was, is] = [sideOf(before), sideOf(after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return {
    changes: fields.map((field) => ({
      field: formatField(field),
      before: field in was ? formatValue(field, was[field], names) : null,
      after: field in is ? formatValue(field, is[field], names) : null,
    })),
    facts: Object.entries(rest).map(([field, value]) => ({
      field: formatField(field),
      value: formatValue(field, value, names),
    })),
  };
}

/** A list (say of working hours) is one field. */
function sideOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  return Array.isArray(value) ? { entries: value } : (value as Record<string, unknown>);
}

const MONEY = /^(?:amount|refund|price_per_hour|total_amount|tax_amount)$/;

/** Values of settings, which are stored as text. */
const SETTING_VALUES: Record<string, string> = {
  true: "yes",
  false: "no",
  on_the_day: "pay on the day",
  no_bookings: "no online bookings",
};

function formatValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (MONEY.test(field) && typeof value === "number") return formatCents(value, names.currency);
  if (typeof value === "string") {
    if (field === "crew_id") return names.crews.get(value) ?? value;
    if (field === "service") return names.services.get(value) ?? value;
    return isCalendarDate(value) ? formatDate(value) : (SETTING_VALUES[value] ?? value);
  }
  if (Array.isArray(value)) return value.map((one) => formatValue("", one, names)).join("\n");
  if (typeof value === "object") {
    const parts = Object.entries(value).map(
      ([key, one]) => `${formatField(key)}: ${formatValue(key, one, names)}`,
    );
    return parts.join(", ");
  }
  return String(value);
}
