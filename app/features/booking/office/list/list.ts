import type { BookingStatus } from "~/features/booking/booking";
import type { NamedRange } from "~/lib/date-range";
import { isUuid } from "~/lib/ids";
import { choice, isCount, isMoment, listSearch, listSpec, type QueryOf } from "~/lib/list-query";

export const STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const satisfies BookingStatus[];

export const STATUS_LABELS: Record<BookingStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
};

const WHEN = ["upcoming", "today", "unassigned", "past"] as const;
type When = (typeof WHEN)[number];

/**
 * The tabs of the list, by the day of the visit in company time: upcoming ones from today on, and those of them that have no
 * crew. `none` is said where there is nothing else to blame.
 */
export const TABS: { when: When | undefined; label: string; none?: string }[] = [
  { when: "upcoming", label: "Upcoming", none: "No visits are booked for today or later." },
  { when: "today", label: "Today", none: "No visits are booked for today." },
  { when: "unassigned", label: "Unassigned", none: "Each visit from today on has a crew." },
  { when: "past", label: "Past", none: "No visits were booked before today." },
  { when: undefined, label: "All" },
];

/** Bookings by date, latest first (spec section 7); upcoming ones, with which the list begins, soonest first. */
export const BOOKING_LIST = listSpec({
  name: "bookings",
  path: "/admin/bookings",
  title: "Bookings",
  about: "Every booked visit.",
  noun: ["booking", "bookings"],
  dated: "Visit",
  placeholder: "Search bookings",
  exporting: "Export Bookings",
  empty: "Bookings will show up here.",
  sorts: { date: isMoment, amount: isCount },
  ascending,
  tab: "when",
  begins: "?when=upcoming",
  filters: {
    status: choice("Status", "All Statuses", STATUS_LABELS),
    customer: isUuid,
    plan: isUuid,
    when: { values: WHEN },
  },
});

export type BookingListQuery = QueryOf<typeof BOOKING_LIST>;

function ascending({ when }: { when?: string }): boolean {
  return when !== undefined && when !== "past";
}

/** Another tab of the list: the same search and filters, in the order in which that tab begins. */
export function tabSearch(query: BookingListQuery, when: When | undefined): string {
  const order = query.sort === "date" ? { descending: !ascending({ when }) } : {};
  return listSearch(query, BOOKING_LIST, { ...order, filters: { ...query.filters, when } });
}

/** The list of the visits of one plan that are still to come. */
export function planSearch(query: BookingListQuery, plan: string): string {
  const { customer: _, ...filters } = query.filters;
  return tabSearch({ ...query, q: "", filters: { ...filters, plan } }, "upcoming");
}

/** What to say where this finds nothing, if it is only because of its tab. */
export function whyNone({ q, range, filters: { when, ...others } }: BookingListQuery): string | undefined {
  const narrowed = q !== "" || range !== null || Object.keys(others).length > 0;
  return narrowed ? undefined : TABS.find((tab) => tab.when === when)?.none;
}

/** The ranges of days beside the tabs: one of them is Today, which leaves nothing to choose. */
export function rangesOf({ range, filters: { when } }: BookingListQuery): NamedRange[] {
  return when === "today" && range === null ? [] : ["week", "month"];
}

/** Whether the far visits of a plan are one row: where all or the upcoming ones are listed, and nothing narrows them. */
export function folds({ q, range, filters: { plan, when } }: BookingListQuery): boolean {
  return !q && !range && !plan && (when === undefined || when === "upcoming");
}

export function isStatus(text: string): text is BookingStatus {
  return STATUSES.some((status) => status === text);
}

/** A booking in the list of the office: finished strings, company time. */
export type OfficeRow = {
  id: string;
  /** "#1042". */
  number: string;
  customer: string;
  phone: string;
  service: string;
  duration: string;
  date: string;
  time: string;
  street: string;
  town: string;
  amount: string;
  status: BookingStatus;
  sequence: number;
  needs_attention: boolean;
  /** Where the row stands for all far visits of a plan. */
  fold: OfficeFold | null;
};

/** `count` of bookings: "12 more visits of this plan", "Dec 24, 2026 through Nov 20, 2027". `cancelled`: how many of them are, if any. */
export type OfficeFold = {
  plan_id: string;
  count: number;
  visits: string;
  days: string;
  cancelled: string | null;
};

/** What stands where nothing is known (spec section 2). */
export const UNKNOWN = {
  customer: "Unknown Customer",
  phone: "No phone",
  service: "Unknown Service",
  address: "No address",
} as const;
