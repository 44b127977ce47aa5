import { ANY_TIME, type AskedRange, formatRange, parseRange, rangeParams } from "./date-range";
import { isUuid } from "./ids";
import { cleanLine } from "./text";

type Rule = (text: string) => boolean;

/** A filter with fixed values. With `select`, it is shown beside the search box. */
export type Choice<Value extends string = string> = {
  values: readonly Value[];
  select?: { label: string; options: readonly (readonly [value: Value | "", text: string])[] };
};

/** Filters by name: a choice, or a check of the value (a customer's id). */
type Filters = Readonly<Record<string, Choice | Rule>>;
type ValueOf<Filter> = Filter extends Choice<infer Value> ? Value : string;

/** The sorts and filters of a list. */
export type ListParts<Sort extends string = string, By extends Filters = Filters> = {
  /** The sorts, the default first. Each checks a cursor's value. */
  sorts: Readonly<Record<Sort, Rule>>;
  /** True where the default order is ascending. */
  ascending?: (filters: Readonly<Record<string, string | undefined>>) => boolean;
  filters: By;
  /** The filter that tabs choose. A search that is typed into the list looks in all of them. */
  tab?: string;
  /** Checks an id; a UUID by default. */
  isId?: Rule;
};

/** A list of the office: sorts, filters and texts. */
export type ListSpec<Sort extends string = string, By extends Filters = Filters> = ListParts<Sort, By> & {
  /** The name in the CSV file, the audit trail and the log: "orders". */
  name: string;
  path: string;
  title: string;
  /** One sentence about the page. */
  about: string;
  noun: readonly [one: string, many: string];
  /** The date that ranges of days are about: "Received". */
  dated: string;
  placeholder: string;
  exporting: string;
  /** Shown while the list has no rows at all. */
  empty: string;
  /** Shown if the list can't be read; "Failed to fetch orders" by default. */
  failure?: string;
  /** Shown if a search finds nothing; "No orders found." by default. */
  nothing?: string;
  /** How the list opens the first time, as a query; with everything by default. */
  begins?: string;
};

/** Infers the names of a spec's sorts and filters. */
export function listSpec<const Sort extends string, const By extends Filters>(
  spec: ListSpec<Sort, By>,
): ListSpec<Sort, By> {
  return spec;
}

/** A filter with a select: `all` is its first option. Options come in the order of their labels. */
export function choice<Value extends string>(
  label: string,
  all: string,
  labels: Readonly<Record<Value, string>> | readonly (readonly [Value, string])[],
): Choice<Value> {
  const options = Array.isArray(labels) ? labels : Object.entries(labels);
  return { values: options.map(([value]) => value), select: { label, options: [["", all], ...options] } };
}

/**
 * What a list's address asks for. `cursor` is the row before the page (`after`) or behind it (`before`), as sort value and
 * id (keyset paging).
 */
export type ListQuery<Sort extends string = string, By extends Filters = Filters> = {
  q: string;
  sort: Sort;
  descending: boolean;
  filters: { -readonly [Name in keyof By]?: ValueOf<By[Name]> };
  range: AskedRange["range"];
  /** The fields for two days, if they are open. */
  custom: AskedRange["custom"];
  cursor: { side: "after" | "before"; value: string | null; id: string } | null;
  /** The tab on which the search was typed. The list goes back there once the search is empty. */
  tab?: string;
};

/** The query of the list with this spec. */
export type QueryOf<Spec> = Spec extends ListParts<infer Sort, infer By> ? ListQuery<Sort, By> : never;

const MAX_SEARCH = 100;

/** The field of a list's form that says on which tab it stands. */
const TAB = "tab";

/** The hidden field that a list's form has for its tab. Where a search is narrowed to one already, the next one is too. */
export function tabField(
  { q, filters, tab }: ListQuery,
  name: string,
): { name: string; value: string } | undefined {
  const value = filters[name] ?? tab;
  return value === undefined ? undefined : { name: q !== "" && filters[name] ? name : TAB, value };
}

/** Parses a list's address. Ignores unknown or invalid values. */
export function parseListQuery<Sort extends string, By extends Filters>(
  params: URLSearchParams,
  spec: ListParts<Sort, By>,
): ListQuery<Sort, By> {
  const wanted = params.get("sort") ?? "";
  const known = sortsOf(spec).find((one) => one === wanted.replace(/^-/, ""));
  const sort = known ?? sortsOf(spec)[0];
  const q = cleanLine(params.get("q") ?? "").slice(0, MAX_SEARCH);
  const fits = (name: string, value: string) => {
    const filter = spec.filters[name];
    return typeof filter === "function" ? filter(value) : filter?.values.includes(value);
  };
  const filters: Record<string, string> = {};
  for (const name of Object.keys(spec.filters)) {
    const value = params.get(name) ?? "";
    if (fits(name, value)) filters[name] = value;
  }
  const tab = params.get(TAB) ?? "";
  const isTyped = spec.tab !== undefined && !filters[spec.tab] && fits(spec.tab, tab);
  if (isTyped && spec.tab && q === "") filters[spec.tab] = tab;
  return {
    q,
    ...(isTyped && q !== "" && { tab }),
    sort,
    descending: known ? wanted.startsWith("-") : !spec.ascending?.(filters),
    filters: filters as ListQuery<Sort, By>["filters"],
    ...parseRange(params),
    cursor: parseCursor(params, spec.isId ?? isUuid, spec.sorts[sort]),
  };
}

/** The query string of a list, without defaults. Any change drops the cursor. */
export function listSearch<Sort extends string, By extends Filters>(
  query: ListQuery<Sort, By>,
  spec: ListParts<Sort, By>,
  change: Partial<ListQuery<Sort, By>> = {},
): string {
  const { q, sort, descending, filters, range, cursor, tab } = { ...query, cursor: null, ...change };
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  for (const name of Object.keys(spec.filters)) {
    const value = filters[name];
    if (value) params.set(name, value);
  }
  for (const [name, value] of rangeParams(range)) params.set(name, value);
  if (sort !== sortsOf(spec)[0] || descending === Boolean(spec.ascending?.(filters)))
    params.set("sort", descending ? `-${sort}` : sort);
  if (q && tab && spec.tab && !params.has(spec.tab)) params.set(TAB, tab);
  if (cursor) params.set(cursor.side, cursor.value === null ? cursor.id : `${cursor.id}~${cursor.value}`);
  return params.size > 0 ? `?${params}` : "";
}

/** The address of a list with this query, or as it begins: without any query a list shows as somebody left it. */
export function openAddress(path: string, search: string): string {
  return path + (search || `?range=${ANY_TIME}`);
}

/** What narrows a list, in words: "This week", "Cancelled"; empty when nothing does. Searches and tabs show elsewhere. */
export function formatFilters({ range, filters }: ListQuery, spec: Pick<ListSpec, "filters">): string[] {
  const chosen = Object.entries(filters).flatMap(([name, value]) => {
    const filter = spec.filters[name];
    if (typeof filter === "function") return [`One ${name}`];
    const label = filter?.select?.options.find(([option]) => option === value)?.[1];
    return label ? [label] : [];
  });
  return [...(range ? [formatRange(range)] : []), ...chosen];
}

function sortsOf<Sort extends string>({ sorts }: Pick<ListParts<Sort>, "sorts">): [Sort, ...Sort[]] {
  return Object.keys(sorts) as [Sort, ...Sort[]];
}

/** Null if the cursor is missing or invalid. */
function parseCursor(params: URLSearchParams, isId: Rule, isValue: Rule): ListQuery["cursor"] {
  for (const side of ["after", "before"] as const) {
    const [, id, value] = /^([\w-]{1,64})(?:~(.{0,200}))?$/u.exec(params.get(side) ?? "") ?? [];
    if (id) return isId(id) && isValue(value ?? "") ? { side, id, value: value ?? null } : null;
  }
  return null;
}

/** Whether the text is an instant in canonical form ("2026-11-24T13:00:00Z"). */
export function isMoment(text: string): boolean {
  if (!/^(?!0000)\d{4}-/.test(text)) return false;
  try {
    return Temporal.Instant.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** Whether the text is a whole number that the database can hold. */
export function isCount(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
