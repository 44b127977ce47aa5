import { and, asc, eq, getTableColumns, inArray, ne, or } from "drizzle-orm";
import { approvals } from "~/db/schema/approvals";
import { cards } from "~/db/schema/cards";
import { credit_transfers } from "~/db/schema/credit";
import { api_keys, partner_orders } from "~/db/schema/partners";
import { charges, disputes, order_lines, orders, refunds } from "~/db/schema/payments";
import { provider_customers } from "~/db/schema/provider-customers";
import type { Database } from "~/platform/database/database.server";

/** What came to a customer's credit and what was used of it. Staff who gave it are not named. */
export function readCreditTransfers(tx: Database, customer_id: string) {
  const { id, author_id, key, from_customer, to_customer, ...shown } = getTableColumns(credit_transfers);
  return tx
    .select(shown)
    .from(credit_transfers)
    .where(or(eq(from_customer, customer_id), eq(to_customer, customer_id)))
    .orderBy(asc(id));
}

/** Who the customer is at payment providers, with the cards that were saved there before the move. */
export function readOwnProviderCustomers(tx: Database, customer_id: string) {
  const { provider, provider_customer_id, status, cards, checked_at, created_at } = provider_customers;
  return tx
    .select({ provider, provider_customer_id, status, cards, checked_at, created_at })
    .from(provider_customers)
    .where(eq(provider_customers.customer_id, customer_id))
    .orderBy(asc(created_at), asc(provider_customers.id));
}

/** Without fields that open a checkout or repeat a refund. Disputes are kept after an erasure, since they name nobody. */
export async function readPayments(tx: Database, bookingIds: string[], planIds: string[]) {
  const { payment_session_id, checkout_url, payment_id, invoice_id, ...ofOrder } = getTableColumns(orders);
  const { idempotency_key, error, ...ofRefund } = getTableColumns(refunds);
  const { form_id: _, author_id, ...ofLine } = getTableColumns(order_lines);
  const { order_id, purpose, amount, tip, currency, provider, completed_at } = charges;
  const { brand, last4, exp_month, exp_year, removed_at, created_at } = cards;
  const { kind, reason, status, asked_at, decided_at } = approvals;
  const asked = { kind, order_id: approvals.order_id, amount: approvals.amount };
  const ofApproval = { ...asked, reason, status, asked_at, decided_at };
  const own = or(inArray(orders.booking_id, bookingIds), inArray(orders.plan_id, planIds));
  return {
    orders: await tx
      .select({
        ...ofOrder,
        booked_through: api_keys.name,
        partner_reference: partner_orders.partner_reference,
      })
      .from(orders)
      .leftJoin(partner_orders, eq(partner_orders.order_id, orders.id))
      .leftJoin(api_keys, eq(api_keys.id, partner_orders.api_key_id))
      .where(own)
      .orderBy(asc(orders.created_at), asc(orders.id)),
    order_lines: await tx
      .select(ofLine)
      .from(order_lines)
      .innerJoin(orders, eq(orders.id, order_lines.order_id))
      .where(own)
      .orderBy(asc(orders.created_at), asc(orders.id), asc(order_lines.position)),
    charges: await tx
      .select({ order_id, purpose, amount, tip, currency, provider, completed_at })
      .from(charges)
      .innerJoin(orders, eq(orders.id, charges.order_id))
      .where(and(own, eq(charges.status, "completed")))
      .orderBy(asc(charges.completed_at), asc(charges.id)),
    cards: await tx
      .selectDistinct({ brand, last4, exp_month, exp_year, removed_at, created_at })
      .from(cards)
      .innerJoin(orders, eq(orders.card_id, cards.id))
      .where(own)
      .orderBy(asc(created_at)),
    refunds: await tx
      .select(ofRefund)
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(own)
      .orderBy(asc(refunds.created_at), asc(refunds.id)),
    approvals: await tx
      .select(ofApproval)
      .from(approvals)
      .innerJoin(orders, eq(orders.id, approvals.order_id))
      .where(and(own, ne(approvals.status, "not needed")))
      .orderBy(asc(approvals.asked_at), asc(approvals.id)),
    disputes: await tx
      .select(getTableColumns(disputes))
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.order_id))
      .where(own)
      .orderBy(asc(disputes.created_at), asc(disputes.id)),
  };
}
