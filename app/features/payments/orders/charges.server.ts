import { and, desc, eq, sql } from "drizzle-orm";
import { charges, refunds } from "~/db/schema/payments";
import { CREDIT_PROVIDER } from "~/features/payments/credit/credit";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

type Charge = typeof charges.$inferInsert;

/**
 * Stores money that was taken for an order; the order's `charged` follows, and an open pay link is closed. `amount` in cents. A
 * payment is stored once, however often the provider reports it. Lock the order first.
 */
export async function storeCharge(
  tx: Database,
  { now, jobs }: Pick<Ctx, "now" | "jobs">,
  charge: Omit<Charge, "status" | "completed_at">,
): Promise<void> {
  if (charge.amount <= 0) return; // nothing was taken
  const dated = { completed_at: now, created_at: now, updated_at: now };
  await tx
    .insert(charges)
    .values({ ...charge, ...dated, status: "completed" })
    .onConflictDoNothing();
  await closePayLink(tx, { jobs }, charge.order_id);
}

/** Closes the open checkout of an order's pay link after the commit, since it asks for what is no longer due. */
export async function closePayLink(
  tx: Database,
  { jobs }: Pick<Ctx, "jobs">,
  orderId: string,
): Promise<void> {
  const open = await tx
    .select({ session_id: charges.payment_session_id })
    .from(charges)
    .where(and(eq(charges.order_id, orderId), eq(charges.status, "pending")));
  for (const { session_id } of open) if (session_id) await jobs.enqueue(tx, "close-checkout", { session_id });
}

/** The charges of an order with what can still be given back of each: the newest first, and credit last. */
export function readRefundable(
  tx: Database,
  orderId: string,
): Promise<{ id: string; provider: string; left: Cents }[]> {
  const back = sql`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.charge_id} = ${charges.id}
    and ${refunds.status} not in ('failed', 'cancelled')), 0)`;
  return tx
    .select({
      id: charges.id,
      provider: charges.provider,
      left: sql<number>`(${charges.amount} - ${back})::int`,
    })
    .from(charges)
    .where(and(eq(charges.order_id, orderId), eq(charges.status, "completed")))
    .orderBy(sql`${charges.provider} = ${CREDIT_PROVIDER}`, desc(charges.completed_at), desc(charges.id));
}
