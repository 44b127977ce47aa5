import { and, count, desc, eq, inArray, isNull, max, or, type SQL, sql } from "drizzle-orm";
import { digitsOf } from "~/db/customer";
import { COUNT_LIMIT, likePattern } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { customer_contacts, customers, profiles, properties } from "~/db/schema/customers";
import { formatPhone, nameOf, phoneDigits } from "~/features/customers/records/contact";
import { defineList } from "~/features/office/lists/define.server";
import { findFew } from "~/features/office/lists/find.server";
import { formatDate } from "~/lib/dates";
import { formatNumber, numberIn } from "~/lib/number";
import { readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { CUSTOMER_LIST, type CustomerRow, NO_BOOKINGS } from "./list";

export const customerList = defineList(CUSTOMER_LIST, {
  select,
  id: customers.id,
  date: customers.created_at,
  keys: { joined: customers.created_at },
  edge: ({ created_at }) => created_at,
  wanted: ({ db }, { q }) => searchFor(db, q),
  count: async (_ctx, _query, { total, more }) => ({ total, more }),
  rows: (found, { ctx, zone }) => toRows(ctx.db, found, zone),
  lines: (found, { ctx, zone }) => toRows(ctx.db, found, zone),
  columns: [
    ["Customer", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Tags", ({ tags }) => tags.join(", ")],
    ["Total Bookings", ({ total_bookings }) => total_bookings],
    ["Last Booking", ({ last_booking }) => last_booking],
    ["Joined", ({ joined }) => joined],
    ["Number", ({ number }) => number],
  ],
});

function select(db: Database) {
  const { id, number, first_name, last_name, company_name, tags, created_at } = customers;
  return db.select({ id, number, first_name, last_name, company_name, tags, created_at }).from(customers);
}

type Found = Awaited<ReturnType<typeof select>>[number];

async function toRows(db: Database, found: Found[], timezone: string): Promise<CustomerRow[]> {
  const ids = found.map(({ id }) => id);
  const [visits, contacts] = await Promise.all([
    db
      .select({ id: bookings.customer_id, total: count(), last: max(bookings.scheduled_date) })
      .from(bookings)
      .where(inArray(bookings.customer_id, ids))
      .groupBy(bookings.customer_id),
    readContacts(db, ids),
  ]);
  const byCustomer = new Map(visits.map((one) => [one.id, one]));
  return found.map((customer) => {
    const { total = 0, last } = byCustomer.get(customer.id) ?? {};
    return {
      id: customer.id,
      number: formatNumber(customer.number),
      name: nameOf(customer),
      tags: customer.tags,
      ...firstOf(contacts, customer.id),
      total_bookings: total,
      last_booking: last ? formatDate(last) : NO_BOOKINGS,
      joined: formatDate(customer.created_at.toZonedDateTimeISO(timezone).toPlainDate().toString()),
    };
  });
}

type Contact = { customer_id: string; kind: "email" | "phone"; value: string };

/** The emails and phones of these customers, those to use first before others. */
export function readContacts(db: Database, ids: string[]): Promise<Contact[]> {
  const { customer_id, kind, value, is_primary, created_at } = customer_contacts;
  return db
    .select({ customer_id, kind, value })
    .from(customer_contacts)
    .where(inArray(customer_id, ids))
    .orderBy(desc(is_primary), created_at, value);
}

/** The email and the phone, as people write it, to use first. */
export function firstOf(contacts: Contact[], id: string): { email: string | null; phone: string | null } {
  const first = (kind: Contact["kind"]) =>
    contacts.find((one) => one.customer_id === id && one.kind === kind)?.value ?? null;
  const phone = first("phone");
  return { email: first("email"), phone: phone && formatPhone(phone) };
}

/** Shorter texts are searched in names, tags and numbers only. */
const LEAST = 3;

type Search = { filter: SQL | undefined; total: number; more: boolean };

/**
 * Searches customers by name, phone, email, street, tag or number, each with an index of its own. Many matches are read in
 * the list's order.
 */
export async function searchFor(db: Database, q: string): Promise<Search> {
  const isCurrent = isNull(customers.merged_into);
  if (!q) {
    const merged = await db.$count(customers, sql`${customers.merged_into} is not null`);
    return { filter: isCurrent, total: (await readCount(db, "customers")) - merged, more: false };
  }
  const parts = searchOf(q);
  const few = await findFew(db, parts);
  if (few) return { filter: and(inArray(customers.id, few), isCurrent), total: few.length, more: false };
  const any = parts.map(({ from, id, has }) =>
    // a scalar is asked for row by row, as long as the page is not full
    id === customers.id
      ? has
      : sql`(select true from ${from} where ${id} = ${customers.id} and ${has} limit 1)`,
  );
  return { filter: and(or(...any), isCurrent), total: COUNT_LIMIT, more: true };
}

function searchOf(q: string) {
  const pattern = likePattern(q);
  const digits = phoneDigits(q);
  const number = numberIn(q);
  const isCurrent = isNull(customers.merged_into);
  const own = (has: SQL) => ({
    from: sql`${customers}`,
    id: customers.id,
    has: sql`${has} and ${isCurrent}`,
  });
  const contact = {
    from: sql`${customer_contacts}`,
    id: customer_contacts.customer_id,
    has: sql`${customer_contacts.value} like ${digits === null ? pattern : `%${digits}%`}`,
  };
  const street = sql`lower(${properties.address_line1}) like ${pattern} and ${properties.customer_id} is not null`;
  return [
    own(sql`${customers.name} like ${pattern}`),
    own(sql`${customers.tags} @> array[${q.toLowerCase()}]::text[]`),
    ...(number === null ? [] : [own(sql`${eq(customers.number, number)}`)]),
    // two letters are in nearly every email and street, and no index finds them
    ...(q.length < LEAST
      ? []
      : [contact, { from: sql`${properties}`, id: properties.customer_id, has: street }]),
  ];
}

/** The accounts that have this phone number or this email, unless they are more than are counted; null where it is neither. */
export async function accountsLike(
  db: Database,
  { digits, email }: { digits: string | null; email: string | null },
): Promise<string[]> {
  const phone = sql`${digitsOf(profiles.phone)} like ${`%${digits}%`}`;
  const conditions = [
    ...(email === null
      ? []
      : [{ from: sql`${users}`, id: users.id, has: sql`lower(${users.email}) like ${email}` }]),
    ...(digits === null ? [] : [{ from: sql`${profiles}`, id: profiles.id, has: phone }]),
  ];
  return (await findFew(db, conditions)) ?? [];
}
