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

/** The digits of a phone number or a part of one, without the country code 1; null if the text is no number. */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s()+./\p{Dash}]+$/u.test(text)) return null;
  const digits = text.replace(/\D/g, "");
  if (/^1\d{10}$/.test(digits)) return digits.slice(1);
  return digits.length >= 3 ? digits : null;
}

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

export function fullName(person: { first_name: string | null; last_name: string | null }): string | null {
  return [person.first_name, person.last_name].filter(Boolean).join(" ") || null;
}
