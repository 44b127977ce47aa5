import type { AreaMap } from "~/features/scheduling/roads/map";
import { choice, isMoment, listSpec } from "~/lib/list-query";

export type RequestStatus = "new" | "answered" | "archived";

export const REQUEST_LABELS: Record<RequestStatus, string> = {
  new: "New",
  answered: "Answered",
  archived: "Archived",
};

/** The office's list of requests from outside the service area, the newest first. */
export const REQUEST_LIST = listSpec({
  name: "requests",
  path: "/admin/requests",
  title: "Demand",
  about: "Requests from outside the service area.",
  noun: ["request", "requests"],
  dated: "Received",
  placeholder: "Search name, email, or ZIP code",
  exporting: "Export Requests",
  empty: "Requests from outside your service area will show up here.",
  sorts: { received: isMoment },
  filters: { status: choice("Status", "All Statuses", REQUEST_LABELS) },
});

export function requestPath(id: string): string {
  return `${REQUEST_LIST.path}/${id}`;
}

/** A request in the list: finished strings, company time. */
export type RequestRow = {
  id: string;
  name: string;
  email: string;
  zip: string;
  /** The service and the day that were wished. */
  wish: string;
  status: RequestStatus;
  at: string;
};

export type OfficeRequest = RequestRow & { phone: string | null };

/** A ZIP code on the map, in the order of its marks; the first ones are named. */
type Circle = { radius: number; name?: string };

/** Requests that are not archived, by ZIP code, the most first. */
export type Demand = {
  zips: { zip: string; requests: number; open: number; newest: string; is_inside: boolean }[];
  /** Without requests from known ZIP codes there is none. `label`: what it shows, in words. */
  drawing: { map: AreaMap; label: string; circles: Circle[] } | null;
  /** ZIP codes can be added to the area: it is a list. */
  is_list: boolean;
  /** The company comes anywhere, so nobody is asked for a request. */
  is_anywhere: boolean;
};
