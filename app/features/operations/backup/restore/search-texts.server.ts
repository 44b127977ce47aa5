import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/**
 * Which text of a search a booking has, the database works out from its name and address in lower case; not every server
 * makes the same letters small ("Σ", or "Å" in the locale C). Rows of another server are made to fit this one's.
 */
export async function fitSearchTexts(tx: Database): Promise<void> {
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
