import { eq, inArray, sql } from "drizzle-orm";
import { bookedBy } from "~/db/customer";
import { COUNT_LIMIT } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import type { Database } from "~/platform/database.server";

/** The bookings of a customer as a condition, a few of them by their ids, and whose they are; of nobody there are none. */
export async function bookingsOf(db: Database, customerId: string) {
  const [customer] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, customerId));
  if (!customer) return { email: null, where: sql`false` };
  const booked = bookedBy(customer);
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(booked)
    .limit(COUNT_LIMIT + 1);
  const ids = found.map(({ id }) => id);
  return { email: customer.email, where: ids.length > COUNT_LIMIT ? booked : inArray(bookings.id, ids) };
}
