import { type ListQuery, type ListSpec, listSearch } from "./list-query";

const VIEWS_PAGE = "/admin/views";
export const VIEW_NAME_LIMIT = 60;
/** A person has at most so many saved views of a list. */
export const VIEWS_LIMIT = 20;

/** `search`: filters, days and order as a query, "?range=week". */
export type SavedView = { id: string; name: string; search: string };

/** Filters that are about one case. They and a search are not kept: they would outlive the customer whose name they hold. */
const OF_A_CASE = ["customer", "plan"];

/** What a saved view keeps of a list: its filters, days and order, without a search; "" when there is none. */
export function viewSearch(query: ListQuery, spec: ListSpec): string {
  return listSearch(query, spec, { q: "", filters: kept(query) });
}

/** Whether the list is about more than one case, so that it is how somebody keeps the list. */
export function isKept(query: ListQuery): boolean {
  return query.q === "" && Object.keys(kept(query)).length === Object.keys(query.filters).length;
}

function kept({ filters }: ListQuery): ListQuery["filters"] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !OF_A_CASE.includes(name)));
}

export function viewsPath(list: string): string {
  return `${VIEWS_PAGE}/${list}`;
}
