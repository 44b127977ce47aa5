import { and, gte, lt, sql, sum } from "drizzle-orm";
import { figures } from "~/db/schema/office";
import type { Cents } from "~/lib/money";
import type { Database } from "~/platform/database.server";
import type { Month } from "./month";

/** What a month brought in: completed orders less refunds, by currency, and the bookings made and not cancelled. */
export type MonthFigures = { month: string; bookings: number; revenue: Map<string, Cents> };

/** The figures of some months in a row, from what triggers add up (migration 0003). */
export async function readFigures(db: Database, months: Month[]): Promise<MonthFigures[]> {
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
