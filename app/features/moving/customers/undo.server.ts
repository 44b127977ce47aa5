import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { entry_codes } from "~/db/schema/entry-codes";
import { import_links, import_rows, type Made } from "~/db/schema/imports";
import { staff_notes } from "~/db/schema/office";
import { lockMovedCredit, takeBackCredit } from "~/features/moving/credit/undo.server";
import { restoreStripeCustomer } from "~/features/moving/stripe/store.server";
import type { StaffCtx } from "~/platform/context.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import { type DoneRow, readDependents } from "./dependents.server";

/** Locks the customers of an import, and reads what has come to depend on it. */
export async function readCustomerDependents(tx: Database, run_id: string) {
  const rows = await readDone(tx, run_id);
  await lockCustomers(tx, rows);
  await lockMovedCredit(tx, rows);
  return readDependents(tx, { run_id, rows });
}

async function readDone(tx: Database, run_id: string): Promise<DoneRow[]> {
  const rows = await tx
    .select()
    .from(import_rows)
    .where(and(eq(import_rows.run_id, run_id), isNotNull(import_rows.made)))
    .orderBy(import_rows.line);
  return rows.flatMap(({ line, customer_id, done_at, made }) =>
    customer_id && done_at && made ? [{ line, customer_id, done_at, made: made as Made }] : [],
  );
}

/** Nothing can come to refer to a locked customer until the transaction ends. */
async function lockCustomers(tx: Database, rows: DoneRow[]): Promise<void> {
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      anyOf(
        customers.id,
        rows.map(({ customer_id }) => customer_id),
      ),
    )
    .orderBy(customers.id)
    .for("update");
}

/** Takes back everything that an import did to customers. */
export async function takeBackCustomers(tx: Database, { now }: StaffCtx, run_id: string): Promise<void> {
  const rows = await readDone(tx, run_id);
  const added = rows.filter(({ made }) => made.customer).map(({ customer_id }) => customer_id);
  const isAdded = new Set(added);
  const kept = rows.filter(({ customer_id }) => !isAdded.has(customer_id)).toReversed();
  await tx.delete(entry_codes).where(
    anyOf(
      entry_codes.id,
      rows.flatMap(({ made }) => made.code_ids),
    ),
  );
  await tx.delete(staff_notes).where(
    anyOf(
      staff_notes.id,
      rows.flatMap(({ made }) => made.note_id ?? []),
    ),
  );
  const homes = rows.flatMap(({ made: { home } }) => (home?.added ? home.id : []));
  await tx.delete(properties).where(anyOf(properties.id, homes));
  await takeBackCredit(tx, { now }, run_id, rows);
  for (const { customer_id, made } of kept) await restore(tx, now, customer_id, made);
  for (const {
    made: { link },
  } of kept)
    if (link.before) await tx.update(import_links).set(link.before).where(eq(import_links.id, link.id));
  const links = rows.flatMap(({ made: { link } }) => (link.before ? [] : link.id));
  await tx.delete(import_links).where(anyOf(import_links.id, links));
  // Rows of other imports stay, too, where they found an added customer: their next commit adds them anew.
  await tx
    .update(import_rows)
    .set({ customer_id: null, made: null })
    .where(or(eq(import_rows.run_id, run_id), anyOf(import_rows.customer_id, added)));
  await tx.delete(customers).where(anyOf(customers.id, added));
}

/** Puts back what a row changed of a customer who was there before. */
async function restore(tx: Database, now: Temporal.Instant, id: string, made: Made): Promise<void> {
  const fields = beforeOf(made.fields);
  const { contacts, tags, home, stripe } = made;
  if (stripe) await restoreStripeCustomer(tx, { now }, id, stripe);
  if (Object.keys(fields).length > 0 || tags.length > 0) {
    const kind = fields.company_name === null ? { kind: "person" as const } : {};
    await tx
      .update(customers)
      .set({
        ...fields,
        ...kind,
        updated_at: now,
        tags: sql`array(select tag from unnest(${customers.tags}) with ordinality as had (tag, place)
          where tag <> all (${sql.param(tags)}::text[]) order by place)`,
      })
      .where(eq(customers.id, id));
  }
  for (const { kind, value } of contacts)
    await tx
      .delete(customer_contacts)
      .where(
        and(
          eq(customer_contacts.customer_id, id),
          eq(customer_contacts.kind, kind),
          eq(customer_contacts.value, value),
        ),
      );
  if (home && !home.added && Object.keys(home.fields).length > 0)
    await tx
      .update(properties)
      .set({ ...beforeOf(home.fields), updated_at: now })
      .where(eq(properties.id, home.id));
}

const beforeOf = <Value>(fields: Record<string, [Value, Value]>) =>
  Object.fromEntries(Object.entries(fields).map(([field, [before]]) => [field, before]));
