import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { COUNT_LIMIT } from "./keyset";
import { users } from "./schema/accounts";
import { bookings } from "./schema/bookings";
import { profiles } from "./schema/customers";

/** Who a booking is for: as left with it, else as the account has it; null when neither says. */
export const customerName: SQL<string | null> = sql`coalesce(nullif(${bookings.customer_name}, ''), (
  select nullif(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')), '')
  from ${profiles} person where person.id = ${bookings.user_id}))`;

/** The number to call about a booking, found in the same way. */
export const customerPhone: SQL<string | null> = sql`coalesce(nullif(${bookings.customer_phone}, ''), (
  select nullif(person.phone, '') from ${profiles} person where person.id = ${bookings.user_id}))`;

/** Their own bookings, and those made without an account under their address. */
export function bookedBy({ id, email }: { id: string; email: string }): SQL | undefined {
  const asGuest = and(
    isNull(bookings.user_id),
    eq(sql`lower(${bookings.customer_email})`, email.toLowerCase()),
  );
  return or(eq(bookings.user_id, id), asGuest);
}

/** The bookings of a customer as a condition, a few of them by their ids, and who that is; null: there is none. */
export async function bookingsOf(db: Database, id: string) {
  const [customer] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, id));
  if (!customer) return null;
  const booked = bookedBy(customer);
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(booked)
    .limit(COUNT_LIMIT + 1);
  const ids = found.map((one) => one.id);
  return { email: customer.email, where: ids.length > COUNT_LIMIT ? booked : inArray(bookings.id, ids) };
}
