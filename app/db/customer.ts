import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { bookings } from "./schema/bookings";
import { profiles } from "./schema/customers";
import { subselect } from "./subselect";

/** The customer's name: from the booking, else from the account; null if neither has one. */
export const customerName: SQL<string | null> =
  subselect(sql`coalesce(nullif(${bookings.customer_name}, ''), (
  select nullif(concat_ws(' ', nullif(person.first_name, ''), nullif(person.last_name, '')), '')
  from ${profiles} person where person.id = ${bookings.user_id}))`);

/** The phone number for a booking: from the booking, else from the account. */
export const customerPhone: SQL<string | null> =
  subselect(sql`coalesce(nullif(${bookings.customer_phone}, ''), (
  select nullif(person.phone, '') from ${profiles} person where person.id = ${bookings.user_id}))`);

/** The digits of a phone number. The indexes of migrations 0003 and 0018 use the same expression. */
export const digitsOf = (phone: PgColumn): SQL => sql`regexp_replace(coalesce(${phone}, ''), '\\D', '', 'g')`;
