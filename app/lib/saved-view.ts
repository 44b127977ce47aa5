import { isUuid } from "./ids";
import { type ListQuery, type ListSpec, listSearch } from "./list-query";

const VIEWS_PAGE = "/admin/views";
export const VIEW_NAME_LIMIT = 60;
/** A person has at most so many saved views of a list. */
export const VIEWS_LIMIT = 20;

/** `search`: filters, days and order as a query, "?range=week". */
export type SavedView = { id: string; name: string; search: string };

/** What a saved view keeps of a list: its filters, days and order, without a search; "" when there is none. */
export function viewSearch(query: ListQuery, spec: ListSpec): string {
  return listSearch(query, spec, { q: "", filters: kept(query, spec) });
}

/** Whether the list is about more than one case, so that it is how somebody keeps the list. */
export function isKept(query: ListQuery, spec: ListSpec): boolean {
  return query.q === "" && Object.keys(kept(query, spec)).length === Object.keys(query.filters).length;
}

/** A filter by an id is about one case. It is not kept, nor is a search: they would outlive the customer whom they name. */
function kept({ filters }: ListQuery, spec: ListSpec): ListQuery["filters"] {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => spec.filters[name] !== isUuid));
}

export function viewsPath(list: string): string {
  return `${VIEWS_PAGE}/${list}`;
}
