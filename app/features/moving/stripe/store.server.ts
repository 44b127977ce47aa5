import { and, eq, sql } from "drizzle-orm";
import { provider_customers } from "~/db/schema/provider-customers";
import type { Database } from "~/platform/database/database.server";
import { takenWarning } from "./rules";

type Work = {
  customer_id: string;
  /** The ID to store. */
  stripe: string | null;
  /** The one that the customer has, which it replaces. */
  ours: string | null;
};
/** What was done for a row, so that it can be undone; or why nothing was. */
type Done = { made: { id: string; before: string | null } } | { warning: string };

/** Stores IDs at Stripe, unconfirmed. One that another customer has got meanwhile is left out. */
export async function storeStripeCustomers(
  tx: Database,
  { now }: { now: Temporal.Instant },
  works: Work[],
): Promise<(Done | null)[]> {
  const wanted = works.filter((work): work is Work & { stripe: string } => work.stripe !== null);
  const unconfirmed = { status: "unconfirmed" as const, reason: null, checked_at: null, cards: [] };
  const rows = wanted.map(({ customer_id, stripe }) => ({
    ...{ customer_id, provider: "stripe", provider_customer_id: stripe, ...unconfirmed },
    ...{ created_at: now, updated_at: now },
  }));
  const stored =
    rows.length === 0
      ? []
      : await tx
          .insert(provider_customers)
          .values(rows)
          .onConflictDoNothing()
          .returning({ id: provider_customers.provider_customer_id, of: provider_customers.customer_id });
  const owners = new Map(stored.map(({ id, of }) => [id, of]));
  const isStored = ({ customer_id, stripe }: Work) => owners.get(stripe ?? "") === customer_id;
  for (const work of wanted)
    if (work.ours && isStored(work)) await removeStripeCustomer(tx, work.customer_id, work.ours);
  return works.map((work) => {
    const { stripe, ours } = work;
    if (stripe === null) return null;
    if (isStored(work)) return { made: { id: stripe, before: ours } };
    return { warning: takenWarning(stripe) };
  });
}

function removeStripeCustomer(tx: Database, customer_id: string, id: string) {
  return tx
    .delete(provider_customers)
    .where(
      and(eq(provider_customers.customer_id, customer_id), eq(provider_customers.provider_customer_id, id)),
    );
}

/** Takes back what a row stored, as far as it is there. The ID from before is checked again. */
export async function restoreStripeCustomer(
  tx: Database,
  { now }: { now: Temporal.Instant },
  customer_id: string,
  { id, before }: { id: string; before: string | null },
): Promise<void> {
  await removeStripeCustomer(tx, customer_id, id);
  if (!before) return;
  await tx.execute(sql`
    insert into ${provider_customers} (customer_id, provider, provider_customer_id, status, created_at, updated_at)
    values (${customer_id}, 'stripe', ${before}, 'unconfirmed', ${now.toString()}, ${now.toString()})
    on conflict do nothing`);
}
