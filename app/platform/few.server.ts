import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_LIMIT } from "~/db/keyset";
import type { Database } from "~/platform/database.server";

/**
 * The ids that any of these conditions finds, each by an index of its own, when they are few; null when they are more than
 * are counted: a page of so many is soon full when the list is read in its order.
 */
export async function findFew(
  db: Database,
  conditions: { from: SQL; id: PgColumn; has: SQL }[],
): Promise<string[] | null> {
  const parts = conditions.map(
    ({ from, id, has }) => sql`(select ${id} as id from ${from} where ${has} limit ${COUNT_LIMIT + 1})`,
  );
  const { rows } = await db.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.length > COUNT_LIMIT ? null : rows.map(({ id }) => id);
}
