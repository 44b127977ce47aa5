import { and, eq, inArray, or } from "drizzle-orm";
import { provider_customers } from "~/db/schema/provider-customers";
import type { Database } from "~/platform/database/database.server";

/** The IDs at Stripe of these customers, and whose these IDs are. */
export async function readStripeCustomers(
  tx: Database,
  { customer_ids, stripe_ids }: { customer_ids: string[]; stripe_ids: string[] },
) {
  const found = await tx
    .select({ customer_id: provider_customers.customer_id, id: provider_customers.provider_customer_id })
    .from(provider_customers)
    .where(
      and(
        eq(provider_customers.provider, "stripe"),
        or(
          inArray(provider_customers.customer_id, customer_ids),
          inArray(provider_customers.provider_customer_id, stripe_ids),
        ),
      ),
    )
    .orderBy(provider_customers.created_at);
  const owners = new Map(found.map(({ id, customer_id }) => [id, customer_id]));
  const byCustomer = new Map(found.map(({ id, customer_id }) => [customer_id, id]));
  return {
    of: (customer_id: string) => byCustomer.get(customer_id) ?? null,
    isTaken: (id: string, customer_id: string | null) => owners.has(id) && owners.get(id) !== customer_id,
  };
}
