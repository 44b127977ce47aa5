import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT } from "~/db/keyset";
import type { Database } from "~/platform/database.server";

/** How many of each kind are named. */
export const SHOWN = 3;

/** How many there are, as a column of the first ones: counted up to a limit, and in the same statement. */
export function countOf(db: Database, table: PgTable, where: SQL | undefined): SQL<number> {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  return sql<number>`(select count(*)::int from ${some})`;
}

export function totalOf([first]: { found: number }[]) {
  const found = first?.found ?? 0;
  return { count: Math.min(found, COUNT_LIMIT), more: found > COUNT_LIMIT };
}
