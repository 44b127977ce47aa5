import { and, eq, inArray, isNotNull, or } from "drizzle-orm";
import {
  test_checkout_invoices as invoices,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database.server";

/** Takes everything personal out of checkouts, and of what was charged after them; one that was still open can't be paid any more. */
export async function forgetCheckouts(tx: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const begun = tx
    .select({ id: sessions.subscription_id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), isNotNull(sessions.subscription_id)));
  const charges = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(inArray(invoices.subscription_id, begun));
  await tx
    .update(sessions)
    .set({ customer: null, customer_name: null, customer_email: null, customer_phone: null, summary: [] })
    .where(or(inArray(sessions.id, ids), inArray(sessions.invoice_id, charges)));
  await tx
    .update(sessions)
    .set({ status: "expired" })
    .where(and(inArray(sessions.id, ids), eq(sessions.status, "open")));
}
