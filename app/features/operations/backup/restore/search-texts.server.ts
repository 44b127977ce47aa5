import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/**
 * The database computes a booking's search text by lowercasing name and address, which differs between servers ("Σ", or
 * "Å" in the locale C). Recomputes the texts of rows from another server.
 */
export async function rebuildSearchTexts(tx: Database): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('public.search_texts') is not null as there`,
  );
  if (rows[0]?.there !== true) return;
  await tx.execute(sql`
    insert into search_texts (key, who, town)
    select distinct on (search_key) search_key, lower(coalesce(customer_name, '') || ' ' || address_line1), lower(city)
    from bookings where not exists (select from search_texts where key = search_key)`);
  await tx.execute(
    sql`delete from search_texts where not exists (select from bookings where search_key = key)`,
  );
}
