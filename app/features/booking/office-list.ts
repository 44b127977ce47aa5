import { isCount, isMoment, withSafeCursor } from "~/features/office/cursor";
import { isUuid } from "~/lib/ids";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";
import type { BookingStatus } from "./booking";

export const STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const satisfies BookingStatus[];

export const STATUS_LABELS: Record<BookingStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
};

type Sort = "date" | "amount";

/** The list of the office: by date at first, the latest on top (spec section 7). */
export const BOOKING_LIST: ListSpec<Sort, "status" | "customer"> = {
  sorts: ["date", "amount"],
  descending: true,
  filters: { status: STATUSES, customer: [] },
};

export type BookingListQuery = ListQuery<Sort, "status" | "customer">;

export function parseBookingList(params: URLSearchParams): BookingListQuery {
  const query = parseListQuery(params, BOOKING_LIST);
  const customer = params.get("customer") ?? "";
  if (isUuid(customer)) query.filters.customer = customer;
  return withSafeCursor(query, query.sort === "date" ? isMoment : isCount);
}

export function isStatus(text: string): text is BookingStatus {
  return STATUSES.some((status) => status === text);
}

/** A booking in the list of the office: finished strings, company time. */
export type OfficeRow = {
  id: string;
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
};

/** What stands where nothing is known (spec section 2). */
export const UNKNOWN = {
  customer: "Unknown Customer",
  phone: "No phone",
  service: "Unknown Service",
  address: "No address",
} as const;

/** A booking as its row in the database says it, for a file. */
export type OfficeExport = {
  id: string;
  customer: string | null;
  email: string | null;
  phone: string | null;
  service: string | null;
  duration_hours: number;
  date: string;
  time: string;
  street: string;
  apartment: string | null;
  city: string;
  state: string;
  zip_code: string;
  amount: number;
  currency: string | null;
  status: string;
  paid: boolean;
  /** At the test checkout. */
  is_test: boolean;
  crew: string | null;
  created_at: Temporal.Instant;
};
