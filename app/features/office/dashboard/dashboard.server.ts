import { and, desc, eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { countPendingMessages } from "~/features/office/lists/waiting.server";
import { readCompany } from "~/features/operations/settings/reads.server";
import type { Cents } from "~/lib/money";
import { TEST_PROVIDER } from "~/lib/test-payment";
import type { AdminCtx } from "~/platform/context.server";
import { readCount } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { readFigures } from "./figures.server";
import { lastMonths, type Month } from "./month";

const MONTHS = 12;

/** `revenue` has one entry a currency, the company's own first; `months` are in that one. */
export type DashboardFigures = {
  customers: number;
  bookings: number;
  messages: number;
  revenue: { currency: string; amount: Cents }[];
  /** Whether test payments are among the revenue: those moved no money. Of this month, and of any that is shown. */
  tests: { now: boolean; ever: boolean };
  currency: string;
  months: { month: string; revenue: Cents; bookings: number }[];
};

/** The figures of the admin dashboard (spec section 2): nothing that is many is counted while one waits. */
export async function readDashboard(ctx: AdminCtx): Promise<DashboardFigures> {
  const { timezone, default_currency } = await readCompany(ctx);
  const shown = lastMonths(ctx.now, timezone, MONTHS);
  const [customers, bookings, messages, months, newest] = await Promise.all([
    readCount(ctx.db, "profiles"),
    readCount(ctx.db, "bookings"),
    countPendingMessages(ctx),
    readFigures(ctx.db, shown),
    newestTest(ctx.db),
  ]);
  const since = (month: Month | undefined) =>
    newest !== null && month !== undefined && Temporal.Instant.compare(newest, month.start) >= 0;
  const current = months.at(-1)?.revenue ?? new Map<string, Cents>();
  const others = [...current].filter(([currency]) => currency !== default_currency);
  return {
    customers,
    bookings,
    messages,
    revenue: [[default_currency, current.get(default_currency) ?? 0] as const, ...others].map(
      ([currency, amount]) => ({ currency, amount }),
    ),
    tests: { now: since(shown.at(-1)), ever: since(shown[0]) },
    currency: default_currency,
    months: months.map(({ month, bookings, revenue }) => ({
      month,
      bookings,
      revenue: revenue.get(default_currency) ?? 0,
    })),
  };
}

/** When the newest order that was paid at the test checkout was made; null when there is none. */
async function newestTest(db: Database): Promise<Temporal.Instant | null> {
  const [order] = await db
    .select({ at: orders.created_at })
    .from(orders)
    .where(and(eq(orders.provider, TEST_PROVIDER).inlineParams(), eq(orders.status, "completed")))
    .orderBy(desc(orders.created_at))
    .limit(1);
  return order?.at ?? null;
}
