import { count, eq, inArray, max, or, type SQL, sql } from "drizzle-orm";
import { digitsOf } from "~/db/customer";
import { COUNT_LIMIT, likePattern } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { profiles } from "~/db/schema/customers";
import { fullName, phoneDigits } from "~/features/customers/records/contact";
import { defineList } from "~/features/office/lists/define.server";
import { findFew } from "~/features/office/lists/find.server";
import { formatDate } from "~/lib/dates";
import { readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { CUSTOMER_LIST, type CustomerRow, NO_BOOKINGS } from "./list";

export const customerList = defineList(CUSTOMER_LIST, {
  select,
  id: profiles.id,
  keys: { joined: profiles.created_at },
  edge: ({ created_at }) => created_at,
  wanted: ({ db }, { q }) => searchFor(db, q),
  count: async (_ctx, _query, { total, more }) => ({ total, more }),
  rows: (found, { ctx, zone }) => toRows(ctx.db, found, zone),
  lines: (found, { ctx, zone }) => toRows(ctx.db, found, zone),
  columns: [
    ["Customer", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Phone", ({ phone }) => phone],
    ["Total Bookings", ({ total_bookings }) => total_bookings],
    ["Last Booking", ({ last_booking }) => last_booking],
    ["Joined", ({ joined }) => joined],
    ["Id", ({ id }) => id],
  ],
});

function select(db: Database) {
  return db
    .select({
      id: profiles.id,
      first_name: profiles.first_name,
      last_name: profiles.last_name,
      phone: profiles.phone,
      created_at: profiles.created_at,
      email: users.email,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.id));
}

type Found = Awaited<ReturnType<typeof select>>[number];

async function toRows(db: Database, found: Found[], timezone: string): Promise<CustomerRow[]> {
  const visits = await db
    .select({ id: bookings.user_id, total: count(), last: max(bookings.scheduled_date) })
    .from(bookings)
    .where(
      inArray(
        bookings.user_id,
        found.map(({ id }) => id),
      ),
    )
    .groupBy(bookings.user_id);
  const byCustomer = new Map(visits.map((one) => [one.id, one]));
  return found.map(({ created_at, ...customer }) => {
    const { total = 0, last } = byCustomer.get(customer.id) ?? {};
    return {
      id: customer.id,
      name: fullName(customer),
      email: customer.email,
      phone: customer.phone,
      total_bookings: total,
      last_booking: last ? formatDate(last) : NO_BOOKINGS,
      joined: formatDate(created_at.toZonedDateTimeISO(timezone).toPlainDate().toString()),
    };
  });
}

/** The texts behind the indexes of migration 0003. */
const NAME_AND_PHONE = sql`lower(coalesce(${profiles.first_name}, '') || ' ' || coalesce(${profiles.last_name}, '') || ' ' || coalesce(${profiles.phone}, ''))`;
const EMAIL = sql`lower(${users.email})`;

type Search = { filter: SQL | undefined; total: number; more: boolean };

/** Searches customers by name, phone or email, each with an index of its own. Many matches are read in the list's order. */
export async function searchFor(db: Database, q: string): Promise<Search> {
  if (!q) return { filter: undefined, total: await readCount(db, "profiles"), more: false };
  const pattern = likePattern(q);
  const name = { from: sql`${profiles}`, id: profiles.id, has: sql`${NAME_AND_PHONE} like ${pattern}` };
  const conditions = [name, ...contactHas({ digits: phoneDigits(q), email: pattern })];
  const few = await findFew(db, conditions);
  if (few) return { filter: inArray(profiles.id, few), total: few.length, more: false };
  return { filter: or(...conditions.map(({ has }) => has)), total: COUNT_LIMIT, more: true };
}

/** The digits of a phone number, and the pattern of an email; null where it is neither. */
type Contact = { digits: string | null; email: string | null };

/** The accounts that have this phone number or this email, unless they are more than are counted. */
export async function accountsLike(db: Database, contact: Contact): Promise<string[]> {
  return (await findFew(db, contactHas(contact))) ?? [];
}

function contactHas({ digits, email }: Contact) {
  const phone = sql`${digitsOf(profiles.phone)} like ${`%${digits}%`}`;
  return [
    ...(email === null ? [] : [{ from: sql`${users}`, id: users.id, has: sql`${EMAIL} like ${email}` }]),
    ...(digits === null ? [] : [{ from: sql`${profiles}`, id: profiles.id, has: phone }]),
  ];
}
