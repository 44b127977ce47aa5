import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { customers } from "~/db/schema/customers";
import type { Ctx } from "~/platform/context.server";

/**
 * Whether no visit of a customer was confirmed or completed yet: of an account, and of a customer whom staff chose. For
 * nobody it is their first, whatever email they type: an email tells nobody whether we know it.
 */
export function firstVisitOf(
  user: Placeholder | string | null,
  customer: Placeholder | string | null,
): SQL<boolean> {
  const real = sql`visit.status in ('confirmed', 'completed')`;
  const ofAccount = sql`select from ${customers} person join ${bookings} visit on visit.customer_id = person.id`;
  return sql<boolean>`not (
    exists (select from ${bookings} visit where visit.user_id = ${user}::uuid and ${real})
    or exists (select from ${bookings} visit where visit.customer_id = ${customer}::uuid and ${real})
    or exists (${ofAccount} where person.user_id = ${user}::uuid and ${real}))`;
}

/** Whether the next visit is the first one of the signed-in customer, or of one whom staff chose; true for everybody else. */
export async function isFirstVisit(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  customer_id: string | null = null,
): Promise<boolean> {
  const user = actor.kind === "user" ? actor.id : null;
  if (!user && !customer_id) return true;
  const { rows } = await db.execute<{ first: boolean }>(
    sql`select ${firstVisitOf(user, customer_id)} as first`,
  );
  return rows[0]?.first ?? true;
}
