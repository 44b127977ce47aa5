import { type SQL, sql } from "drizzle-orm";

/**
 * A subselect as a field of a select. Without it, Drizzle drops table names if the outer select has one table: "order_id" =
 * "id" would compare a refund with itself.
 */
export function subselect<Value>(query: SQL<Value>): SQL<Value> {
  return sql<Value>`${query}`;
}
