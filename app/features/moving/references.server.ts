import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database/database.server";

/** The columns of all tables that refer to a table, but for those that are looked at one by one: also of tables that are added later. */
export async function referencesTo(
  tx: Database,
  table: "customers" | "properties" | "bookings" | "orders",
  looked_at: readonly string[],
) {
  const { rows } = await tx.execute<{ table: string; column: string }>(sql`
    select source.relname as table, attribute.attname as column
    from pg_constraint c join pg_class source on source.oid = c.conrelid
      join pg_attribute attribute on attribute.attrelid = c.conrelid and attribute.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${`public.${table}`}::regclass
    order by 1, 2`);
  return rows
    .filter((one) => !looked_at.includes(one.table))
    .map((one) => ({ table: one.table, column: sql.identifier(one.column) }));
}
