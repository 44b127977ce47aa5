import { and, count, eq, gte, lt, ne, sum } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { profiles } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { orders, refunds } from "~/db/schema/payments";
import { readCompany } from "~/features/settings/reads.server";
import type { Cents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import { monthOf } from "./month";

/** `revenue` has one entry a currency, the company's own first. */
export type DashboardFigures = {
  customers: number;
  bookings: number;
  /** Messages that nobody has answered or put away. */
  pending_messages: number;
  revenue: { currency: string; amount: Cents }[];
};

/** The figures of the admin dashboard (spec section 2). */
export async function readDashboard(ctx: AdminCtx): Promise<DashboardFigures> {
  const company = await readCompany(ctx);
  const month = monthOf(ctx.now, company.timezone);
  const [[people], [visits], [messages], taken, returned] = await Promise.all([
    ctx.db.select({ count: count() }).from(profiles),
    ctx.db.select({ count: count() }).from(bookings),
    ctx.db.select({ count: count() }).from(contact_messages).where(eq(contact_messages.status, "new")),
    ctx.db
      .select({ currency: orders.currency, amount: sum(orders.amount).mapWith(Number) })
      .from(orders)
      .where(
        and(
          eq(orders.status, "completed"),
          gte(orders.created_at, month.start),
          lt(orders.created_at, month.end),
        ),
      )
      .groupBy(orders.currency),
    ctx.db
      .select({ currency: orders.currency, amount: sum(refunds.amount).mapWith(Number) })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .where(
        and(
          ne(refunds.status, "failed"),
          gte(refunds.created_at, month.start),
          lt(refunds.created_at, month.end),
        ),
      )
      .groupBy(orders.currency),
  ]);
  const revenue = new Map([[company.default_currency, 0]]);
  const add = (currency: string, amount: Cents) =>
    revenue.set(currency, (revenue.get(currency) ?? 0) + amount);
  for (const { currency, amount } of taken) add(currency, amount);
  for (const { currency, amount } of returned) add(currency, -amount);
  return {
    customers: people?.count ?? 0,
    bookings: visits?.count ?? 0,
    pending_messages: messages?.count ?? 0,
    revenue: [...revenue].map(([currency, amount]) => ({ currency, amount })),
  };
}
