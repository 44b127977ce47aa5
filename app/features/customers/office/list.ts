import { isMoment, listSpec } from "~/lib/list-query";

/** The list of customers: the newest on top (spec section 7). */
export const CUSTOMER_LIST = listSpec({
  name: "customers",
  path: "/admin/customers",
  title: "Customers",
  about: "Everyone the company cleans for, with or without an account.",
  noun: ["customer", "customers"],
  dated: "Joined",
  placeholder: "Name, phone, email, street or tag",
  exporting: "Export",
  empty: "Customers will show up here when they book or sign up.",
  sorts: { joined: isMoment },
  filters: {},
});

/** A customer in the list as formatted text. `name` is null if none is set. */
export type CustomerRow = {
  id: string;
  /** "#1042". */
  number: string;
  name: string | null;
  tags: string[];
  email: string | null;
  phone: string | null;
  total_bookings: number;
  last_booking: string;
  joined: string;
};

export const NO_NAME = "No name provided";
export const NO_BOOKINGS = "No bookings";
