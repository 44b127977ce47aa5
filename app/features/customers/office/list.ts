import { isMoment, listSpec } from "~/lib/list-query";

/** The list of customers: the newest on top (spec section 7). */
export const CUSTOMER_LIST = listSpec({
  name: "customers",
  path: "/admin/customers",
  title: "Customers",
  about: "Everyone with an account.",
  noun: ["customer", "customers"],
  placeholder: "Search by name, phone or email",
  exporting: "Export",
  empty: "Customers will show up here when they sign up.",
  sorts: { joined: isMoment },
  filters: {},
});

/** A customer in the list as formatted text. `name` is null if none is set. */
export type CustomerRow = {
  id: string;
  name: string | null;
  email: string;
  phone: string | null;
  total_bookings: number;
  last_booking: string;
  joined: string;
};

export const NO_NAME = "No name provided";
export const NO_BOOKINGS = "No bookings";

/** Distinguishes customers without a name. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
