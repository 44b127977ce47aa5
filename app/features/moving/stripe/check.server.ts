import { and, eq, isNull, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { readRow } from "~/features/moving/customers/row";
import { nextRows, type StoredRow } from "~/features/moving/run.server";
import { openCells } from "~/features/moving/upload.server";
import { askAll, readEmails } from "~/features/payments/provider-customers/check.server";
import { whyNotTheirs } from "~/features/payments/provider-customers/rules";
import type { PaymentGateway } from "~/platform/outside/payment-gateway";
import type { JobCtx } from "~/platform/runtime.server";

/** Rows that are read at once, and IDs that are asked about at once. */
const BATCH = 500;
const AT_ONCE = 5;

/**
 * Asks Stripe about the IDs of a file after its dry run, and notes at their rows which are not the customer's. Stops when the import
 * begins: what is stored is asked about again.
 */
export async function checkImportAtStripe(ctx: JobCtx, { run_id }: { run_id: string }): Promise<void> {
  const gateway = await ctx.payments.named("stripe");
  if (!gateway) return;
  for (let cursor = 0; ; ) {
    const [run] = await ctx.db.select().from(import_runs).where(eq(import_runs.id, run_id));
    if (run?.state !== "checked") return;
    const rows = await nextRows(ctx.db, { id: run_id, cursor }, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    cursor = last.line;
    const found = rows.flatMap((row) => {
      const cells = openCells(ctx.vault, row);
      const read = cells ? readRow(cells, run.mapping) : null;
      return read?.ok && read.row.stripe_customer
        ? [{ row, id: read.row.stripe_customer, emails: read.row.emails }]
        : [];
    });
    for (let from = 0; from < found.length; from += AT_ONCE)
      await checkSome(ctx, gateway, found.slice(from, from + AT_ONCE));
  }
}

type Asked = { row: StoredRow; id: string; emails: string[] };

async function checkSome(ctx: JobCtx, gateway: PaymentGateway, some: Asked[]): Promise<void> {
  const theirs = await readEmails(
    ctx,
    some.flatMap(({ row }) => row.customer_id ?? []),
  );
  const answers = await askAll(
    gateway,
    some.map(({ id }) => id),
  );
  for (const [place, { row, id, emails }] of some.entries()) {
    const answer = answers[place];
    if (answer === undefined) continue;
    const why = whyNotTheirs(id, answer, [...emails, ...(row.customer_id ? theirs(row.customer_id) : [])]);
    if (!why || row.reason?.includes(why)) continue;
    await ctx.db
      .update(import_rows)
      .set({ reason: sql`concat_ws(' ', ${import_rows.reason}, ${why}::text)` })
      .where(
        and(eq(import_rows.run_id, row.run_id), eq(import_rows.line, row.line), isNull(import_rows.done_at)),
      );
  }
}
