import { addDays, formatDate, isCalendarDate, weekdayOf } from "./dates";

export const NAMED_RANGES = ["today", "week", "month"] as const;
export type NamedRange = (typeof NAMED_RANGES)[number];

/** Days in company time: today, this week (it starts on Sunday, spec section 9), this month, or from and to a day, both included. */
export type DateRange = NamedRange | { from: string | null; to: string | null };

export const RANGE_LABELS: Record<NamedRange, string> = {
  today: "Today",
  week: "This week",
  month: "This month",
};

/** What was typed in the fields for two days, and what is wrong with it. */
export type CustomRange = {
  from: string;
  to: string;
  error: { field: "from" | "to"; message: string } | null;
};

export type AskedRange = { range: DateRange | null; custom: CustomRange | null };

/** The value of `range` in an address that asks for any time, and for the fields for two days. */
export const ANY_TIME = "any";
export const CUSTOM = "custom";

/** The longest text of a day that is kept to show it again. */
const LONGEST = 20;

/** Parses the range of an address: `range=week`, or `from=` and `to=`. A custom range that is refused narrows nothing. */
export function parseRange(params: URLSearchParams): AskedRange {
  const named = params.get("range");
  if (params.has("from") || params.has("to")) {
    const [from = "", to = ""] = ["from", "to"].map((name) =>
      (params.get(name) ?? "").trim().slice(0, LONGEST),
    );
    const error = problemOf(from, to);
    return { range: error ? null : { from: from || null, to: to || null }, custom: { from, to, error } };
  }
  if (named === CUSTOM) return { range: null, custom: { from: "", to: "", error: null } };
  return { range: NAMED_RANGES.find((one) => one === named) ?? null, custom: null };
}

function problemOf(from: string, to: string): CustomRange["error"] {
  if (!from && !to) return { field: "from", message: "Choose a first or a last day." };
  if (from && !isDay(from)) return { field: "from", message: "This is not a real date." };
  if (to && !isDay(to)) return { field: "to", message: "This is not a real date." };
  if (from && to && to < from) return { field: "to", message: "The last day is before the first." };
  return null;
}

function isDay(text: string): boolean {
  return isCalendarDate(text) && text >= "2000-01-01" && text <= "2199-12-31";
}

/** The range as parameters of an address. */
export function rangeParams(range: DateRange | null): [name: string, value: string][] {
  if (range === null) return [];
  if (typeof range === "string") return [["range", range]];
  return Object.entries(range).flatMap(([name, day]) => (day ? [[name, day] as [string, string]] : []));
}

export type Days = { first: string | null; last: string | null };

/** The first and the last day of a range; `today` is the company's. */
export function daysOf(range: DateRange, today: string): Days {
  if (typeof range !== "string") return { first: range.from, last: range.to };
  if (range === "today") return { first: today, last: today };
  if (range === "week") {
    const first = addDays(today, -weekdayOf(today));
    return { first, last: addDays(first, 6) };
  }
  const first = Temporal.PlainDate.from(today).with({ day: 1 });
  return { first: first.toString(), last: first.add({ months: 1 }).subtract({ days: 1 }).toString() };
}

/** The moment at which the days begin, and that after their end; null where they are open. `zone` is the company's. */
export function momentsOf({ first, last }: Days, zone: string) {
  const start = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant();
  return { start: first && start(first), end: last && start(addDays(last, 1)) };
}

/** "This week", "Jun 1, 2026 to Jun 5, 2026", "Since Jun 1, 2026". */
export function formatRange(range: DateRange): string {
  if (typeof range === "string") return RANGE_LABELS[range];
  const { from, to } = range;
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  return from ? `Since ${formatDate(from)}` : `Until ${formatDate(to ?? "")}`;
}

/** The days in the name of a file: "2026-06-01-to-2026-06-05", "since-2026-06-01". */
export function nameOfDays({ first, last }: Days): string {
  if (first && last) return first === last ? first : `${first}-to-${last}`;
  return first ? `since-${first}` : `until-${last}`;
}
