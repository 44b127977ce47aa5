import { and, desc, eq, notInArray, sql, sum } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Database } from "~/platform/database/database.server";
import type { CustomerView } from "./customer";

/** Completed payments and refunds, newest first. */
export async function readPayments(db: Database, id: string, limit: number) {
  const ofCustomer = eq(orders.customer_id, id);
  const paidAt = sql`coalesce(${orders.completed_at}, ${orders.created_at})`;
  const { number, currency, provider } = orders;
  const [paid, back] = await Promise.all([
    db
      .select({
        ...{
          id: orders.id,
          order_id: orders.id,
          number,
          currency,
          provider,
          amount: orders.charged,
          status: orders.status,
        },
        at: paidAt.mapWith(orders.created_at),
      })
      .from(orders)
      .where(and(ofCustomer, eq(orders.status, "completed")))
      .orderBy(desc(paidAt))
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
    ...paid.map((one) => ({ ...one, kind: "paid" as const })),
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

/** What was paid less what was given back, and what visits to come and past ones still cost. */
export async function readMoney(db: Database, id: string): Promise<CustomerView["money"]> {
  const back = sql`coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.order_id} = ${orders.id}
    and ${refunds.status} not in ('failed', 'cancelled')), 0)`;
  const [paid, unpaid] = await Promise.all([
    db
      .select({ currency: orders.currency, cents: sum(sql`${orders.charged} - ${back}`).mapWith(Number) })
      .from(orders)
      .where(and(eq(orders.customer_id, id), eq(orders.status, "completed")))
      .groupBy(orders.currency),
    db
      .select({ currency: orders.currency, cents: sum(orders.amount).mapWith(Number) })
      .from(orders)
      .innerJoin(bookings, eq(bookings.id, orders.booking_id))
      .where(
        and(
          eq(orders.customer_id, id),
          eq(orders.status, "pending"),
          notInArray(bookings.status, ["pending", "cancelled"]),
        ),
      )
      .groupBy(orders.currency),
  ]);
  return { paid: sumOf(paid), unpaid: sumOf(unpaid) };
}

/** "$159.00", or one sum for each currency; null if nothing. */
function sumOf(sums: Sum[]): string | null {
  const some = sums.flatMap(({ cents, currency }) => (cents ? formatCents(cents, currency) : []));
  return some.join(" + ") || null;
}
