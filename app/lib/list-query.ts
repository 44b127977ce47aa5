import { cleanLine } from "./text";

/** What a list of the office can be asked for: its filters with their options, and what it can be sorted by. */
export type ListSpec<Sort extends string, Filter extends string> = {
  sorts: readonly [Sort, ...Sort[]];
  /** The way each list begins. */
  descending: boolean;
  filters: Record<Filter, readonly string[]>;
};

/**
 * What a list shows, as its address says it. `cursor` is the row at the edge of the page before (`after`) or behind it
 * (`before`): the sorted value and the id, so that a page is found as fast at its millionth row as at its first.
 */
export type ListQuery<Sort extends string = string, Filter extends string = string> = {
  q: string;
  sort: Sort;
  descending: boolean;
  filters: Partial<Record<Filter, string>>;
  cursor: { side: "after" | "before"; value: string | null; id: string } | null;
};

const MAX_SEARCH = 100;

/** Reads a list's address. What it does not know, or can't be, is left out: a link never fails. */
export function parseListQuery<Sort extends string, Filter extends string>(
  params: URLSearchParams,
  { sorts, descending, filters }: ListSpec<Sort, Filter>,
): ListQuery<Sort, Filter> {
  const wanted = params.get("sort") ?? "";
  const name = wanted.replace(/^-/, "");
  const sort = sorts.find((one) => one === name);
  const names = Object.keys(filters) as Filter[];
  return {
    q: cleanLine(params.get("q") ?? "").slice(0, MAX_SEARCH),
    sort: sort ?? sorts[0],
    descending: sort ? wanted.startsWith("-") : descending,
    filters: Object.fromEntries(
      names.flatMap((filter) => {
        const value = params.get(filter) ?? "";
        return filters[filter].includes(value) ? [[filter, value]] : [];
      }),
    ) as Partial<Record<Filter, string>>,
    cursor: parseCursor(params),
  };
}

/** The address of a list, of the parts that are not as they begin; a change of anything but the cursor starts anew. */
export function listSearch<Sort extends string, Filter extends string>(
  query: ListQuery<Sort, Filter>,
  spec: ListSpec<Sort, Filter>,
  change: Partial<ListQuery<Sort, Filter>> = {},
): string {
  const { q, sort, descending, filters, cursor } = { ...query, cursor: null, ...change };
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  for (const [filter, value] of Object.entries(filters)) if (value) params.set(filter, String(value));
  if (sort !== spec.sorts[0] || descending !== spec.descending)
    params.set("sort", descending ? `-${sort}` : sort);
  if (cursor) params.set(cursor.side, cursorText(cursor));
  return params.size > 0 ? `?${params}` : "";
}

function cursorText({ value, id }: { value: string | null; id: string }): string {
  return value === null ? id : `${id}~${value}`;
}

function parseCursor(params: URLSearchParams): ListQuery["cursor"] {
  for (const side of ["after", "before"] as const) {
    const [, id, value] = /^([\w-]{1,64})(?:~(.{0,200}))?$/u.exec(params.get(side) ?? "") ?? [];
    if (id) return { side, id, value: value ?? null };
  }
  return null;
}
