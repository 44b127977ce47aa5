import { and, desc, eq, sql } from "drizzle-orm";
import { provider_customers } from "~/db/schema/provider-customers";
import { isUuid } from "~/lib/ids";
import type { Database } from "~/platform/database/database.server";
import type { ProviderCustomerView } from "./rules";

/**
 * The confirmed customer at Stripe for a checkout: of an order that staff made or somebody who proved who they are, a charge of one, or a
 * card that an account saves. Null for all others: who types somebody's email must not see their cards. Nor must who gives staff
 * somebody's name and an email of their own, where the link to pay goes.
 */
export async function findKnownCustomer(db: Database, reference: string): Promise<string | null> {
  if (!isUuid(reference)) return null;
  const { rows } = await db.execute<{ id: string }>(sql`
    select known.provider_customer_id as id from ${provider_customers} known
    where known.provider = 'stripe' and known.status = 'confirmed' and known.customer_id in (
      select s.customer_id from card_setups s where s.id = ${reference}
      union all select o.customer_id from orders o
        left join bookings b on b.id = o.booking_id left join plans p on p.id = coalesce(o.plan_id, b.plan_id)
        where o.uses_credit and o.id in (select ${reference}::uuid
          union all select c.order_id from charges c where c.id = ${reference}
          union all select s.order_id from card_setups s where s.id = ${reference})
        and case when coalesce(b.draft_id, p.draft_id, '') like 'office:%'
          then exists (select from customer_contacts contact where contact.customer_id = o.customer_id
            and contact.kind = 'email' and contact.value = lower(coalesce(b.customer_email, p.customer_email)))
          else coalesce(b.user_id, p.user_id) is not null end
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
