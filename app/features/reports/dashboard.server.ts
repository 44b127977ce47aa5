import { eq } from "drizzle-orm";
import { contact_messages } from "~/db/schema/messages";
import { readCount } from "~/features/office/counts.server";
import { readCompany } from "~/features/settings/reads.server";
import type { Cents } from "~/lib/money";
import type { AdminCtx } from "~/platform/context.server";
import { readFigures } from "./figures.server";
import { lastMonths } from "./month";

const MONTHS = 12;

/** `revenue` has one entry a currency, the company's own first; `months` are in that one. */
export type DashboardFigures = {
  customers: number;
  bookings: number;
  messages: number;
  revenue: { currency: string; amount: Cents }[];
  currency: string;
  months: { month: string; revenue: Cents; bookings: number }[];
};

/** The figures of the admin dashboard (spec section 2): nothing that is many is counted while one waits. */
export async function readDashboard(ctx: AdminCtx): Promise<DashboardFigures> {
  const { timezone, default_currency } = await readCompany(ctx);
  const [customers, bookings, messages, months] = await Promise.all([
    readCount(ctx.db, "profiles"),
    readCount(ctx.db, "bookings"),
    ctx.db.$count(contact_messages, eq(contact_messages.status, "new")),
    readFigures(ctx.db, lastMonths(ctx.now, timezone, MONTHS)),
  ]);
  const current = months.at(-1)?.revenue ?? new Map<string, Cents>();
  const others = [...current].filter(([currency]) => currency !== default_currency);
  return {
    customers,
    bookings,
    messages,
    revenue: [[default_currency, current.get(default_currency) ?? 0] as const, ...others].map(
      ([currency, amount]) => ({ currency, amount }),
    ),
    currency: default_currency,
    months: months.map(({ month, bookings, revenue }) => ({
      month,
      bookings,
      revenue: revenue.get(default_currency) ?? 0,
    })),
  };
}
