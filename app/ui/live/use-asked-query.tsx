import { useNavigation } from "react-router";
import { type ListParts, type ListQuery, parseListQuery } from "~/lib/list-query";

/**
 * What a list is asked for now: while it loads, that is the address that was chosen last. What is chosen next adds to it
 * and does not bring back what is still shown.
 */
export function useAskedQuery<Sort extends string, By extends ListParts["filters"]>(
  spec: ListParts<Sort, By> & { path: string },
  shown: ListQuery<Sort, By>,
): ListQuery<Sort, By> {
  const { location, formMethod = "GET" } = useNavigation();
  const isAsked = location?.pathname === spec.path && location.search !== "" && formMethod === "GET";
  return isAsked ? parseListQuery(new URLSearchParams(location.search), spec) : shown;
}
