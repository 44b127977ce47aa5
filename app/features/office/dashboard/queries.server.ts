import { and, desc, eq, gte, lt, sql, sum } from "drizzle-orm";
import { figures } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { countPendingMessages } from "~/features/office/lists/work.server";
import { readCompany, readSettings } from "~/features/operations/settings/queries.server";
import type { Cents } from "~/lib/money";
import { TEST_PROVIDER } from "~/lib/test-payment";
import type { StaffCtx } from "~/platform/context.server";
import { readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { lastMonths, type Month, type PaymentState } from "./today";

const MONTHS = 12;

/** `revenue` has one entry per currency, the company's first. `months` are in the company's currency. Amounts in cents. */
export type DashboardFigures = {
  customers: number;
  bookings: number;
  messages: number;
  revenue: { currency: string; amount: Cents }[];
  /** Whether revenue includes test payments, which moved no money: this month, and in any month shown. */
  tests: { now: boolean; ever: boolean };
  currency: string;
  months: { month: string; revenue: Cents; bookings: number }[];
};

/** Figures of the dashboard (spec section 2). Large tables are not counted but kept as sums. */
export async function readDashboard(ctx: StaffCtx): Promise<DashboardFigures> {
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

/** Time of the newest completed test payment; null if there is none. */
async function newestTest(db: Database): Promise<Temporal.Instant | null> {
  const [order] = await db
    .select({ at: orders.created_at })
    .from(orders)
    .where(and(eq(orders.provider, TEST_PROVIDER).inlineParams(), eq(orders.status, "completed")))
    .orderBy(desc(orders.created_at))
    .limit(1);
  return order?.at ?? null;
}

/** Completed orders less refunds by currency, in cents, and the number of bookings without cancelled ones. */
type MonthFigures = { month: string; bookings: number; revenue: Map<string, Cents> };

/** Figures of consecutive months, from sums kept by triggers (migration 0003). */
async function readFigures(db: Database, months: Month[]): Promise<MonthFigures[]> {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const starts = `{${months.map(({ start }) => start.toString()).join(",")}}`;
  const month = sql<number>`width_bucket(${figures.at}, ${starts}::timestamptz[])`;
  const rows = await db
    .select({
      month,
      kind: figures.kind,
      currency: figures.currency,
      count: sum(figures.count).mapWith(Number),
      amount: sum(figures.amount).mapWith(Number),
    })
    .from(figures)
    .where(and(gte(figures.at, first.start), lt(figures.at, last.end)))
    .groupBy(sql`1`, figures.kind, figures.currency);
  return months.map(({ month }, index) => {
    const revenue = new Map<string, Cents>();
    let bookings = 0;
    for (const row of rows.filter((one) => one.month === index + 1)) {
      if (row.kind === "bookings") bookings += row.count;
      else {
        const amount = row.kind === "refunds" ? -row.amount : row.amount;
        revenue.set(row.currency, (revenue.get(row.currency) ?? 0) + amount);
      }
    }
    return { month, bookings, revenue };
  });
}

export async function readPaymentState(ctx: StaffCtx): Promise<PaymentState> {
  const way = await ctx.payments.way();
  if (way === "stripe") return null;
  if (way === "test checkout") return "test";
  const settings = await readSettings(ctx);
  return settings["payments.without_provider"] === "on_the_day" ? "on the day" : "no bookings";
}
