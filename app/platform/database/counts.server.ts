import { and, eq, type SQL, type SQLWrapper, sum } from "drizzle-orm";
import { COUNT_LIMIT } from "~/db/keyset";
import { row_counts } from "~/db/schema/office";
import type { Database } from "./database.server";

type CountedTable =
  | "bookings"
  | "contact_messages"
  | "customers"
  | "job_applications"
  | "mails"
  | "newsletter_subscribers"
  | "orders"
  | "profiles"
  | "reviews";

/** The number of rows in a table, in all or with one status, from the counters of migration 0003. */
export async function readCount(db: Database, table: CountedTable, status?: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(row_counts.change).mapWith(Number) })
    .from(row_counts)
    .where(
      and(eq(row_counts.table_name, table), status === undefined ? undefined : eq(row_counts.status, status)),
    );
  return row?.total ?? 0;
}

/** The number of rows in a table per status. */
export async function readCounts(
  db: Database,
  table: CountedTable,
): Promise<{ status: string; total: number }[]> {
  return db
    .select({ status: row_counts.status, total: sum(row_counts.change).mapWith(Number) })
    .from(row_counts)
    .where(eq(row_counts.table_name, table))
    .groupBy(row_counts.status);
}

/** The number of rows that a query finds, up to a limit; `more` when there are more. */
export async function countUpTo(
  db: Database,
  found: { limit: (rows: number) => { as: (name: string) => SQLWrapper } },
  limit = COUNT_LIMIT,
): Promise<{ total: number; more: boolean }> {
  const counted = await db.$count(found.limit(limit + 1).as("some") as SQL);
  return { total: Math.min(counted, limit), more: counted > limit };
}
