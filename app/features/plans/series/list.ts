import { isCalendarDate } from "~/lib/dates";
import { choice, listSpec } from "~/lib/list-query";
import { SERIES_FREQUENCIES, SERIES_PAGE, type SeriesState, STATE_LABELS } from "./series";

/** The list of the office: what runs out first on top. */
export const SERIES_LIST = listSpec({
  name: "series",
  path: SERIES_PAGE,
  title: "Series without a plan",
  about: "Recurring customers that moved in, until when their visits are scheduled, and which became plans.",
  noun: ["series", "series"],
  dated: "Moved in",
  placeholder: "Search name, street or town",
  exporting: "Export Series",
  empty: "Series show up here when visits move in that come again and again.",
  sorts: { until: isCalendarDate },
  ascending: () => true,
  filters: {
    state: choice("Status", "All Statuses", STATE_LABELS),
    frequency: choice("How often", "How Often", SERIES_FREQUENCIES),
  },
});

export const seriesPath = (id: string): string => `${SERIES_PAGE}/${id}`;

/** A series in the list: finished strings, company time. */
export type SeriesRow = {
  id: string;
  customer: string;
  address: string;
  service: string;
  /** "Every Monday at 9:00 AM". */
  when: string;
  crew: string;
  price: string;
  next: string | null;
  until: string | null;
  state: SeriesState;
  state_words: string;
};
