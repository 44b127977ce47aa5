import { and, desc, eq, sql } from "drizzle-orm";
import { provider_customers } from "~/db/schema/provider-customers";
import { isUuid } from "~/lib/ids";
import type { Database } from "~/platform/database/database.server";
import type { ProviderCustomerView } from "./rules";

/**
 * The confirmed customer at Stripe for a checkout: of an order that staff made or somebody who proved who they are, a charge of one, or a
 * card that an account saves. Null for all others: who types somebody's email must not see their cards.
 */
export async function findKnownCustomer(db: Database, reference: string): Promise<string | null> {
  if (!isUuid(reference)) return null;
  const { rows } = await db.execute<{ id: string }>(sql`
    select known.provider_customer_id as id from ${provider_customers} known
    where known.provider = 'stripe' and known.status = 'confirmed' and known.customer_id in (
      select o.customer_id from orders o where o.id = ${reference} and o.uses_credit
      union all select o.customer_id from charges c join orders o on o.id = c.order_id where c.id = ${reference} and o.uses_credit
      union all select s.customer_id from card_setups s where s.id = ${reference}
      union all select o.customer_id from card_setups s join orders o on o.id = s.order_id where s.id = ${reference} and o.uses_credit
    )
    order by known.checked_at desc limit 1`);
  return rows[0]?.id ?? null;
}

/** A customer's IDs at Stripe as the office sees them, the newest first. */
export async function readProviderCustomers(
  { db }: { db: Database },
  customer_id: string,
): Promise<ProviderCustomerView[]> {
  const found = await db
    .select()
    .from(provider_customers)
    .where(and(eq(provider_customers.customer_id, customer_id), eq(provider_customers.provider, "stripe")))
    .orderBy(desc(provider_customers.created_at), desc(provider_customers.id));
  return found.map(({ provider_customer_id: id, status, reason, cards }) => ({
    ...{ id, status, reason },
    cards: cards.map(
      ({ brand, last4, exp_month, exp_year }) =>
        `${brand} ending in ${last4}, ${String(exp_month).padStart(2, "0")}/${exp_year}`,
    ),
  }));
}
