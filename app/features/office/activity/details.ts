// Rooms: it names fields of bookings (booking), settings (operations) and roles (identity).

import { DETAIL_FIELDS } from "~/features/booking/office/history";
import { isStatus, STATUS_LABELS } from "~/features/booking/office/list/list";
import { nameOfRole } from "~/features/identity/staff/account";
import { LABELS_BY_KEY } from "~/features/operations/settings/settings";
import { formatDate, formatTime, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { ownEntry } from "~/lib/own-entry";

/** Amount in cents, in the entry's currency: "$159.00". */
export function money(amount: unknown, { currency }: Names): string {
  return formatCents(Number(amount) || 0, currency);
}

/** Owner of an API key. */
export function nameIn(state: unknown): string {
  const { name } = Object(state);
  return typeof name === "string" ? name : "a partner";
}

/** Host of a webhook: " to example.com"; empty if unknown. */
export function toHost(state: unknown): string {
  const { host } = Object(state);
  return typeof host === "string" ? ` to ${host}` : "";
}

/** ": REASON", or empty. */
export function because(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `: ${reason}` : "";
}

/** " from DAY until DAY", with the known parts. */
export function spanOf(value: unknown): string {
  const { paused_from, resumes_on } = Object(value);
  return dayOf(" from ", paused_from) + dayOf(" until ", resumes_on);
}

/** `word` followed by the day; empty without a day. `word` includes its spaces. */
export function dayOf(word: string, value: unknown): string {
  return typeof value === "string" ? word + formatDate(value) : "";
}

/** " of DAY". */
export function momentOf(value: unknown): string {
  return typeof value === "string" ? ` of ${formatDate(value.slice(0, 10))}` : "";
}

export function statusOf(value: unknown): string {
  const status = String(Object(value).status ?? "");
  return isStatus(status) ? STATUS_LABELS[status] : status;
}

/** "1 message", "2 messages". */
export function countOf(value: unknown, noun: string): string {
  return Number(value) === 1 ? `1 ${noun}` : `${Number(value).toLocaleString("en-US")} ${noun}s`;
}

export function titleOf(value: unknown): string {
  return `“${String(Object(value).title ?? "")}”`;
}

export function stageOf(value: unknown): string {
  return String(Object(value).status ?? "?");
}

/** " on DAY, TIME" of an interview. */
export function interviewTime(value: unknown): string {
  const { date, time } = Object(value);
  return typeof date === "string" ? ` on ${whenOf({ date, time })}` : "";
}

/** Day, with the time if known. */
export function whenOf(value: unknown): string {
  const { date, time } = Object(value);
  if (typeof date !== "string") return "another time";
  if (typeof time !== "string") return formatDate(date);
  return `${formatDate(date)}, ${/^\d{2}:\d{2}(:\d{2})?$/.test(time) ? formatTime(time) : time}`;
}

/** Crew name, or "no crew". */
export function crewOf(value: unknown, { crews }: Names): string {
  return crews.get(String(Object(value).crew_id ?? "")) ?? "no crew";
}

/** Position in a sorted list. */
export function placeOf(value: unknown): string {
  return String(Object(value).place ?? "?");
}

/** " on DAY" or " from DAY to DAY" of time off. */
export function fromTo(value: unknown): string {
  const { first_day, last_day } = Object(value);
  if (typeof first_day !== "string") return "";
  return first_day === last_day || typeof last_day !== "string"
    ? ` on ${formatDate(first_day)}`
    : ` from ${formatDate(first_day)} to ${formatDate(last_day)}`;
}

/** Field names as text: "name, phone, and price". */
export function listOf(fields: unknown): string {
  const words = Array.isArray(fields) ? fields.map((field) => formatField(String(field))) : [];
  return words.length > 0 ? new Intl.ListFormat("en-US").format(words) : "details";
}

/** Filters of an exported list: ", filtered by search and status". */
export function filteredBy(filters: unknown): string {
  return Array.isArray(filters) && filters.length > 0 ? `, filtered by ${listOf(filters)}` : "";
}

const FIELDS: Record<string, string> = {
  ...LABELS_BY_KEY,
  q: "search",
  when: "day",
  ...DETAIL_FIELDS,
  price_per_hour: "price",
  is_active: "active",
  is_popular: "popular",
  crew_id: "crew",
  visit_minutes: "visit length",
  plan_frequencies: "frequencies",
  image: "picture",
  terms: "when it is paid",
};

/** Field name for staff: "visit_minutes" is "visit length". */
export function formatField(field: string): string {
  return ownEntry(FIELDS, field) ?? field.replaceAll("_", " ");
}

export type Details = Record<string, unknown>;

/** An audit entry as stored. */
export type Entry = {
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  /** The customer that it was about; null for older entries, which are then asked for their entity's customer now. */
  customer_id?: string | null;
  details: Details;
};

/** A customer as an entry names them. Without an id: they were erased since. */
export type EntryCustomer = { id: string | null; name: string };

/** Names of ids, as far as they still exist. */
export type Names = {
  people: ReadonlyMap<string, string>;
  /** Days of bookings, company time. */
  bookings: ReadonlyMap<string, string>;
  /** Numbers of bookings, orders, plans and customers: "#1042". */
  numbers: ReadonlyMap<string, string>;
  /** The customers of entries, by the id of the entity and by their own. */
  customers: ReadonlyMap<string, EntryCustomer>;
  crews: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  /** Currencies of orders, by order and booking id. */
  currencies: ReadonlyMap<string, string>;
  /** Company currency, the fallback. */
  currency: string;
};

/** Values of a field before and after; null on the side without a value. */
export type Change = { field: string; before: string | null; after: string | null };
export type Fact = { field: string; value: string };

/** Changed fields of an audit entry with their values, and its other details. */
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
  const [oldFields, newFields] = [fieldsOf(before), fieldsOf(after)];
  const fields = [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])];
  return {
    changes: fields.map((field) => ({
      field: formatField(field),
      before: Object.hasOwn(oldFields, field) ? formatValue(field, oldFields[field], names) : null,
      after: Object.hasOwn(newFields, field) ? formatValue(field, newFields[field], names) : null,
    })),
    facts: Object.entries(rest).flatMap(([field, value]) =>
      typeof value === "string" && isUuid(value) && !nameOf(value, names)
        ? []
        : [{ field: formatField(field), value: formatValue(field, value, names) }],
    ),
  };
}

/** What an entry changed, and its other details, on a line each: "time: 8:00 AM → 10:00 AM". */
export function formatDetails({ changes, facts }: { changes: Change[]; facts: Fact[] }): string {
  const changed = changes.map(({ field, before, after }) => `${field}: ${before ?? "–"} → ${after ?? "–"}`);
  return [...changed, ...facts.map(({ field, value }) => `${field}: ${value}`)].join("\n");
}

/** A list, for example of working hours, is one field. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  return Array.isArray(value) ? { entries: value } : (value as Record<string, unknown>);
}

const MONEY = /^(?:amount|refund|tip|price_per_hour|total_amount|tax_amount|refund_limit_\w+)$/;

/** Labels of setting values, which are stored as text. */
const SETTING_VALUES: Record<string, string> = {
  true: "yes",
  false: "no",
  on_the_day: "pay on the day",
  no_bookings: "no online bookings",
};

/** What people call the thing with this id. */
function nameOf(id: string, { numbers, people, crews }: Names): string | undefined {
  return numbers.get(id) ?? people.get(id) ?? crews.get(id);
}

function formatValue(field: string, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (MONEY.test(field) && typeof value === "number") return formatCents(value, names.currency);
  if (typeof value === "string") {
    const name = nameOf(value, names) ?? (field === "service" ? names.services.get(value) : undefined);
    if (name) return name;
    if (isUuid(value)) return "removed";
    return isCalendarDate(value) ? formatDate(value) : (ownEntry(SETTING_VALUES, value) ?? value);
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

/** "a dispatcher": the role of a `user.role_granted` entry. */
export function roleIn(state: unknown): string {
  return nameOfRole(String(Object(state).role));
}
