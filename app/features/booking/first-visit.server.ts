import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers } from "~/db/schema/customers";
import type { Ctx } from "~/platform/context.server";

/**
 * Whether no visit of a customer was confirmed or completed yet: of an account, and of a customer whom staff chose. For
 * nobody it is their first, whatever email they type: an email tells nobody whether we know it.
 */
export function firstVisitOf(user: Placeholder | string | null, customer: Placeholder | null): SQL<boolean> {
  const real = sql`${bookings.status} in ('confirmed', 'completed')`;
  const ofCustomer = sql`${bookings.customer_id} = ${customer}::uuid`;
  const ofUser = sql`${bookings.user_id} = ${user}::uuid`;
  return sql<boolean>`not (
    exists (select 1 from ${bookings} where ${ofUser} and ${real})
    or exists (select 1 from ${bookings} where ${ofCustomer} and ${real})
    or exists (select 1 from ${customers} join ${bookings} on ${bookings.customer_id} = ${customers.id}
      where ${customers.user_id} = ${user}::uuid and ${real}))`;
}

/** Whether the next visit is the first one of the signed-in customer; true for everybody else. */
export async function isFirstVisit({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  if (actor.kind !== "user") return true;
  const { rows } = await db.execute<{ first: boolean }>(sql`select ${firstVisitOf(actor.id, null)} as first`);
  return rows[0]?.first ?? true;
}
