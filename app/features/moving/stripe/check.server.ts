import { and, eq, isNull, sql } from "drizzle-orm";
import { import_rows, import_runs } from "~/db/schema/imports";
import { readRow } from "~/features/moving/customers/row";
import { nextRows, type Refused, refuse, type StoredRow, withRun } from "~/features/moving/run.server";
import { openCells } from "~/features/moving/upload.server";
import { askAll, readEmails } from "~/features/payments/provider-customers/check.server";
import { whyNotTheirs } from "~/features/payments/provider-customers/rules";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { PaymentGateway } from "~/platform/outside/payment-gateway";
import type { JobCtx } from "~/platform/runtime.server";

/** Rows of one job, and IDs that are asked about at once. */
const BATCH = 100;
const AT_ONCE = 5;

/**
 * Asks Stripe about the IDs of some rows after the dry run, and notes at these which are not the customer's. The next rows are a job of
 * their own, so that a killed one goes on there. Ends when the office stops it, or the import begins: what is stored is asked about again.
 */
export async function checkImportAtStripe(ctx: JobCtx, { run_id }: { run_id: string }): Promise<void> {
  const ofRun = eq(import_runs.id, run_id);
  const [run] = await ctx.db.select().from(import_runs).where(ofRun);
  if (run?.state !== "checked" || run.stripe_line === null) return;
  const gateway = await ctx.payments.named("stripe");
  const rows = gateway ? await nextRows(ctx.db, { id: run_id, cursor: run.stripe_line }, BATCH) : [];
  const asked = rows.flatMap((row) => {
    const cells = openCells(ctx.vault, row);
    const read = cells ? readRow(cells, run.mapping) : null;
    return read?.ok && read.row.stripe_customer
      ? [{ row, id: read.row.stripe_customer, emails: read.row.emails }]
      : [];
  });
  const notes: Note[] = [];
  for (let from = 0; gateway && from < asked.length; from += AT_ONCE)
    notes.push(...(await askSome(ctx, gateway, asked.slice(from, from + AT_ONCE))));
  const last = rows.at(-1);
  const isThere = and(ofRun, eq(import_runs.state, "checked"), eq(import_runs.stripe_line, run.stripe_line));
  await ctx.db.transaction(async (tx) => {
    const reached = await tx
      .update(import_runs)
      .set({ stripe_line: last?.line ?? null })
      .where(isThere)
      .returning({ id: import_runs.id });
    if (reached.length === 0) return;
    for (const { line, why } of notes)
      await tx
        .update(import_rows)
        .set({ reason: sql`concat_ws(' ', ${import_rows.reason}, ${why}::text)` })
        .where(and(eq(import_rows.run_id, run_id), eq(import_rows.line, line), isNull(import_rows.done_at)));
    if (last) await ctx.jobs.enqueue(tx, "check-import-at-stripe", { run_id });
  });
}

type Asked = { row: StoredRow; id: string; emails: string[] };
type Note = { line: number; why: string };

async function askSome(ctx: JobCtx, gateway: PaymentGateway, some: Asked[]): Promise<Note[]> {
  const theirs = await readEmails(
    ctx,
    some.flatMap(({ row }) => row.customer_id ?? []),
  );
  const answers = await askAll(
    gateway,
    some.map(({ id }) => id),
  );
  return some.flatMap(({ row, id, emails }, place) => {
    const answer = answers[place];
    if (answer === undefined) return [];
    const why = whyNotTheirs(id, answer, [...emails, ...(row.customer_id ? theirs(row.customer_id) : [])]);
    return why ? [{ line: row.line, why }] : [];
  });
}

/** Stops asking Stripe about the IDs of a file. What was found stays at the rows. */
export function stopAskingStripe(ctx: StaffCtx, id: string): Promise<{ ok: true } | Refused> {
  return withRun(ctx, id, async (tx, run) => {
    if (run.state !== "checked" || run.stripe_line === null)
      return refuse("Stripe is not being asked any more.");
    await tx.update(import_runs).set({ stripe_line: null }).where(eq(import_runs.id, id));
    await recordAudit(tx, ctx, { action: "import.stripe_stopped", entity: "import", entity_id: id });
    return { ok: true as const };
  });
}
