import { type SQL, sql } from "drizzle-orm";

/**
 * A subselect as a field of a select. On its own it would lose the tables of its columns where the outer select has only one
 * table: "order_id" = "id" would compare a refund with itself.
 */
export function subselect<Value>(query: SQL<Value>): SQL<Value> {
  return sql<Value>`${query}`;
}
