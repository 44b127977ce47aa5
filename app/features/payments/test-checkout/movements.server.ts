import { and, eq, gt, gte, isNull, sql } from "drizzle-orm";
import {
  test_checkout_charges as charges,
  test_checkout_invoices as invoices,
  test_checkout_refunds as refunds,
  test_checkout_sessions as sessions,
} from "~/db/schema/test-checkout";
import type { Database } from "~/platform/database/database.server";
import type { Movement } from "~/platform/outside/payment-gateway";

type Moved = Omit<Movement, "what">;

/** What was paid and given back at the test checkout. The sessions of plans are left out: their invoices are payments. */
export async function movementsSince(db: Database, since: Temporal.Instant): Promise<Movement[]> {
  const payments = await Promise.all(
    [sessions, invoices, charges].map((table) => {
      const at = sql<Temporal.Instant>`coalesce(${table.paid_at}, ${table.created_at})`.mapWith(
        table.created_at,
      );
      const { id, amount, currency } = table;
      const ofPlan =
        "invoice_id" in table ? and(isNull(sessions.invoice_id), gt(sessions.amount, 0)) : undefined;
      return db
        .select({ id, payment_id: id, amount, currency, at })
        .from(table)
        .where(and(eq(table.status, "paid"), ofPlan, gte(at, since)));
    }),
  );
  const currency = sql<string>`coalesce(${sessions.currency}, ${invoices.currency}, ${charges.currency}, '')`;
  const { id, payment_id, created_at: at } = refunds;
  const given = await db
    .select({ id, payment_id, amount: sql<number>`-${refunds.amount}`, currency, at })
    .from(refunds)
    .leftJoin(sessions, eq(sessions.id, payment_id))
    .leftJoin(invoices, eq(invoices.id, payment_id))
    .leftJoin(charges, eq(charges.id, payment_id))
    .where(gte(at, since));
  const moved = (what: Movement["what"], rows: Moved[]) =>
    rows.map((row) => ({ ...row, what, currency: row.currency.toUpperCase() }));
  return [...moved("payment", payments.flat()), ...moved("refund", given)].sort((one, other) =>
    Temporal.Instant.compare(one.at, other.at),
  );
}
