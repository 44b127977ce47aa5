import { and, eq, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database/database.server";

/**
 * Whether the row that an email is about still exists. If so, locks it against changes until the transaction ends, so that
 * an erasure of its customer finds the email too.
 */
export async function isRowStillThere(
  tx: Database,
  table: PgTable & { id: PgColumn },
  id: string,
  where?: SQL,
): Promise<boolean> {
  const found = await tx
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(eq(table.id, id), where))
    .for("share");
  return found.length > 0;
}
