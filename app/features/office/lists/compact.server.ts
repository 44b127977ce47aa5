import { and, eq, inArray, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { job_applications } from "~/db/schema/careers";
import { profiles } from "~/db/schema/customers";
import { mails } from "~/db/schema/mail";
import { contact_messages } from "~/db/schema/messages";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { figures, row_counts, search_texts } from "~/db/schema/office";
import { orders, refunds } from "~/db/schema/payments";
import { reviews } from "~/db/schema/reviews";
import type { Ctx } from "~/platform/context.server";

/**
 * Replaces the changes of each counter and monthly figure by their sum. Rows that others write meanwhile stay. The lock
 * makes a TRUNCATE of a counted table wait; it blocks nothing else.
 */
export async function compactCounts({ db }: Pick<Ctx, "db">): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${bookings}, ${orders}, ${refunds}, ${profiles}, ${mails},
      ${newsletter_subscribers}, ${reviews}, ${contact_messages}, ${job_applications} in access share mode`);
    await tx.execute(sql`
      with old as (
        delete from ${row_counts} where (table_name, status) in (
          select table_name, status from ${row_counts} group by table_name, status having count(*) > 1
        ) returning table_name, status, change
      )
      insert into ${row_counts} (table_name, status, change)
      select table_name, status, sum(change) from old group by table_name, status having sum(change) <> 0`);
    await tx.execute(sql`
      with old as (
        delete from ${figures} where (kind, at, currency) in (
          select kind, at, currency from ${figures} group by kind, at, currency having count(*) > 1
        ) returning kind, at, currency, count, amount
      )
      insert into ${figures} (kind, at, currency, count, amount)
      select kind, at, currency, sum(count), sum(amount) from old
      group by kind, at, currency having sum(count) <> 0 or sum(amount) <> 0`);
  });
}

/**
 * Deletes search texts that no booking uses: two transactions that drop the last use at once each leave the row (migration
 * 0006). Checks again after locking, because a new booking may use the text meanwhile.
 */
export async function deleteUnusedSearchTexts({ db }: Pick<Ctx, "db">): Promise<void> {
  const unused = sql`not exists (select from ${bookings} where ${eq(bookings.search_key, search_texts.key)})`;
  await db.transaction(async (tx) => {
    const found = await tx.select({ key: search_texts.key }).from(search_texts).where(unused).for("update");
    const keys = found.map(({ key }) => key);
    if (keys.length > 0) await tx.delete(search_texts).where(and(inArray(search_texts.key, keys), unused));
  });
}
