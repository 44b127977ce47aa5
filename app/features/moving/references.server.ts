import { type SQL, sql } from "drizzle-orm";
import { customers } from "~/db/schema/customers";
import { nameOf } from "~/features/customers/records/contact";
import { formatNumber } from "~/lib/number";
import type { Database } from "~/platform/database/database.server";
import type { Dependent } from "./import";

/** How many dependents are named; the others are counted. */
export const NAMED = 20;

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

type Found = {
  customer_id: string;
  what: string;
  total: number;
  number: number;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
};

/** Names what queries of (customer_id, what) find, by customer, at most 20, and counts all. */
export async function nameDependents(
  tx: Database,
  parts: SQL[],
): Promise<{ dependents: Dependent[]; count: number }> {
  const { rows: found } = await tx.execute<Found>(sql`
    select found.customer_id, found.what, customer.number, customer.first_name, customer.last_name, customer.company_name,
      (count(*) over ())::integer as total
    from (select distinct part.customer_id, part.what from (${sql.join(parts, sql` union all `)}) part) found
    join ${customers} customer on customer.id = found.customer_id
    order by customer.number, found.what limit ${NAMED}`);
  const dependents = found.map(({ customer_id, what, number, ...customer }) => ({
    customer_id,
    what,
    customer: `${nameOf(customer) ?? "Customer"} ${formatNumber(number)}`,
  }));
  return { dependents, count: found[0]?.total ?? 0 };
}
