import { and, desc, eq, gt, sql, sum } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { credit_balances } from "~/db/schema/credit";
import { charges, orders, refunds } from "~/db/schema/payments";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Database } from "~/platform/database/database.server";
import type { CustomerView } from "./customer";

/** Completed payments and refunds, newest first. */
export async function readPayments(db: Database, id: string, limit: number) {
  const ofCustomer = eq(orders.customer_id, id);
  const { number, currency, provider } = orders;
  const [paid, back] = await Promise.all([
    db
      .select({
        ...{ id: charges.id, order_id: orders.id, number, currency },
        ...{ provider: charges.provider, amount: charges.amount, status: charges.status },
        at: charges.completed_at,
      })
      .from(charges)
      .innerJoin(orders, eq(orders.id, charges.order_id))
      .where(and(ofCustomer, eq(charges.status, "completed")))
      .orderBy(desc(charges.completed_at))
      .limit(limit),
    db
      .select({
        ...{
          id: refunds.id,
          order_id: orders.id,
          number,
          currency,
          provider,
          amount: refunds.amount,
          status: refunds.status,
        },
        at: refunds.created_at,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(ofCustomer)
      .orderBy(desc(refunds.created_at))
      .limit(limit),
  ]);
  return [
    ...paid.flatMap(({ at, ...one }) => (at ? [{ ...one, at, kind: "paid" as const }] : [])),
    ...back.map((one) => ({ ...one, kind: "refund" as const })),
  ]
    .sort((a, b) => Temporal.Instant.compare(b.at, a.at))
    .slice(0, limit)
    .map(({ number, amount, currency, provider, ...one }) => ({
      ...one,
      number: formatNumber(number),
      amount: formatCents(amount, currency),
      is_test: isTestPayment(provider),
    }));
}

type Sum = { currency: string; cents: number | null };

/** What was paid less what was given back; what is due; what of it is overdue, since its visit is over; and their credit. */
export async function readMoney(db: Database, id: string): Promise<CustomerView["money"]> {
  const back = sql`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.order_id} = ${orders.id}
    and ${refunds.status} not in ('failed', 'cancelled')), 0)`;
  const isOver = sql`coalesce(${bookings.status} in ('completed', 'cancelled'), true)`;
  const [paid, due, credit] = await Promise.all([
    db
      .select({ currency: orders.currency, cents: sum(sql`${orders.charged} - ${back}`).mapWith(Number) })
      .from(orders)
      .where(and(eq(orders.customer_id, id), gt(orders.charged, 0)))
      .groupBy(orders.currency),
    db
      .select({
        currency: orders.currency,
        cents: sum(orders.due).mapWith(Number),
        overdue: sql`sum(${orders.due}) filter (where ${isOver})`.mapWith(Number),
      })
      .from(orders)
      .leftJoin(bookings, eq(bookings.id, orders.booking_id))
      .where(and(eq(orders.customer_id, id), gt(orders.due, 0)))
      .groupBy(orders.currency),
    db
      .select({ currency: credit_balances.currency, cents: credit_balances.amount })
      .from(credit_balances)
      .where(eq(credit_balances.customer_id, id)),
  ]);
  const overdue = due.map(({ currency, overdue: cents }) => ({ currency, cents }));
  return { paid: sumOf(paid), due: sumOf(due), overdue: sumOf(overdue), credit: sumOf(credit) };
}

/** "$159.00", or one sum for each currency; null if nothing. */
function sumOf(sums: Sum[]): string | null {
  const some = sums.flatMap(({ cents, currency }) => (cents ? formatCents(cents, currency) : []));
  return some.join(" + ") || null;
}
