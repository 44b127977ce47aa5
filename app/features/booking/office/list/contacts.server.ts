import { inArray, or, sql } from "drizzle-orm";
import { digitsOf } from "~/db/customer";
import { likePattern } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { accountsLike } from "~/features/customers/office/list.server";
import { phoneDigits } from "~/features/customers/records/contact";
import { fewOrMany, type Search } from "~/features/office/lists/find.server";
import type { Database } from "~/platform/database/database.server";

/** Shorter texts match nearly every email. */
const LEAST = 3;

/** Searches bookings by the phone number or email of the booking or of its customer's account. */
export async function searchContacts(db: Database, q: string): Promise<Search> {
  const digits = phoneDigits(q);
  const email = q.length >= LEAST && !q.includes(" ") ? likePattern(q) : null;
  const own = or(
    digits ? sql`${digitsOf(bookings.customer_phone)} like ${`%${digits}%`}` : undefined,
    email ? sql`lower(${bookings.customer_email}) like ${email}` : undefined,
  );
  if (!own) return [];
  const [found, accounts] = await Promise.all([
    fewOrMany(db, bookings, bookings.id, own),
    accountsLike(db, { digits, email }),
  ]);
  if (accounts.length === 0) return found;
  return [...found, ...(await fewOrMany(db, bookings, bookings.id, inArray(bookings.user_id, accounts)))];
}
