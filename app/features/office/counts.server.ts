import { and, eq, sum } from "drizzle-orm";
import { row_counts } from "~/db/schema/office";
import type { Database } from "~/platform/database.server";

type CountedTable = "bookings" | "orders" | "profiles" | "contact_messages" | "job_applications";

/** How many rows a table has, in all or of one status, without counting them (migration 0003). */
export async function readCount(db: Database, table: CountedTable, status?: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(row_counts.change).mapWith(Number) })
    .from(row_counts)
    .where(
      and(eq(row_counts.table_name, table), status === undefined ? undefined : eq(row_counts.status, status)),
    );
  return row?.total ?? 0;
}
