import type { Pool } from "pg";
import { compareBooks } from "~/features/payments/books/compare.server";
import type { Ctx } from "~/platform/context.server";

/** Compares all books a day later, and returns the differences that are open then. */
export async function differencesIn(pool: Pool, ctx: Ctx): Promise<Record<string, unknown>[]> {
  await compareBooks({ ...ctx, now: ctx.now.add({ hours: 24 }) });
  const { rows } = await pool.query(
    "select kind, ours, theirs from book_differences where settled_at is null order by kind, about_id",
  );
  return rows;
}
