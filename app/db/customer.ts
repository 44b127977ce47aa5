import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { bookings } from "./schema/bookings";
import { profiles } from "./schema/customers";
import { subselect } from "./subselect";

/** Who a booking is for: as left with it, else as the account has it; null when neither says. */
export const customerName: SQL<string | null> =
  subselect(sql`coalesce(nullif(${bookings.customer_name}, ''), (
  select nullif(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')), '')
  from ${profiles} person where person.id = ${bookings.user_id}))`);

/** The number to call about a booking, found in the same way. */
export const customerPhone: SQL<string | null> =
  subselect(sql`coalesce(nullif(${bookings.customer_phone}, ''), (
  select nullif(person.phone, '') from ${profiles} person where person.id = ${bookings.user_id}))`);

/** The digits of a phone number, as the indexes of migrations 0003 and 0018 have them. */
export const digitsOf = (phone: PgColumn): SQL => sql`regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g')`;

/** Their own bookings, and those made without an account under their address. */
export function bookedBy({ id, email }: { id: string; email: string }): SQL | undefined {
  const asGuest = and(
    isNull(bookings.user_id),
    eq(sql`lower(${bookings.customer_email})`, email.toLowerCase()),
  );
  return or(eq(bookings.user_id, id), asGuest);
}
