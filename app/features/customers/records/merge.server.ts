import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { card_setups } from "~/db/schema/card-setups";
import { cards } from "~/db/schema/cards";
import { coupons } from "~/db/schema/coupons";
import { customer_contacts, customer_merges, customers, properties } from "~/db/schema/customers";
import { import_links, import_visits } from "~/db/schema/imports";
import { contact_messages } from "~/db/schema/messages";
import { staff_notes } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { provider_customers } from "~/db/schema/provider-customers";
import { referrals } from "~/db/schema/referrals";
import { reviews } from "~/db/schema/reviews";
import { series } from "~/db/schema/series";
import { moveCredit } from "~/features/payments/credit/store.server";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { holdMails, openMails } from "./hold-mails.server";

/** The tables whose rows point to a customer. */
const OF_CUSTOMER = {
  plans, // before their visits, as every verb about a plan takes them
  bookings,
  orders,
  messages: contact_messages,
  reviews,
  notes: staff_notes,
  homes: properties,
  coupons,
  referrals,
  cards,
  setups: card_setups,
  imports: import_links,
  visits: import_visits,
  series,
  at_providers: provider_customers,
};

type Kind = keyof typeof OF_CUSTOMER;
const KINDS = Object.keys(OF_CUSTOMER) as Kind[];

type Contact = {
  kind: "email" | "phone";
  value: string;
  label: string | null;
  is_primary: boolean;
  /** ISO instant. */
  verified_at: string | null;
};

/** What a merge moved: ids of rows, contacts as they were, and which of them the kept customer got or had verified. */
export type Moved = {
  rows: Partial<Record<Kind, string[]>>; // merges of before lack kinds
  contacts: Contact[];
  added: string[];
  verified: string[];
  /** Cents of credit by currency; missing in merges of before. */
  credit?: Record<string, Cents>;
  /** The links of an import that hold emails no more, because the other customer was not imported; missing in merges of before. */
  opened?: string[];
};

type Pair = { kept: string; merged: string };
type Ids = Pick<Ctx, "now"> & { actor: Ctx["actor"] };

/**
 * Moves everything of one customer to another and remembers it, so that it can be undone. Call it with both customers
 * locked.
 */
export async function moveToCustomer(
  tx: Database,
  ctx: Ids,
  { kept, merged }: Pair,
  author_id: string | null,
): Promise<string> {
  const opened = await openMails(tx, { kept, merged });
  const rows: Moved["rows"] = {};
  for (const kind of KINDS) rows[kind] = await moveRows(tx, kind, { from: merged, to: kept });
  const moved = { rows, opened, ...(await moveContacts(tx, ctx, { kept, merged })) };
  await tx.update(customers).set({ merged_into: kept, updated_at: ctx.now }).where(eq(customers.id, merged));
  const stamps = { created_at: ctx.now, updated_at: ctx.now };
  const [merge] = await tx
    .insert(customer_merges)
    .values({ kept_id: kept, merged_id: merged, moved, author_id, ...stamps })
    .returning({ id: customer_merges.id });
  if (!merge) throw new Error("The merge was not stored");
  const credit = await moveCredit(tx, ctx, { from: merged, to: kept, key: `merge:${merge.id}` });
  if (Object.keys(credit).length > 0)
    await tx
      .update(customer_merges)
      .set({ moved: { ...moved, credit } })
      .where(eq(customer_merges.id, merge.id));
  await recordAudit(tx, ctx, {
    action: "customer.merged",
    entity: "customer",
    entity_id: kept,
    details: { merged, merge: merge.id },
  });
  return merge.id;
}

/**
 * Moves back what a merge moved, as far as the kept customer still has it. `key`: the merge's id. Call it with both customers locked.
 */
export async function moveBack(
  tx: Database,
  ctx: Ids,
  { kept, merged, key }: Pair & { key: string },
  moved: Moved,
): Promise<void> {
  for (const kind of KINDS) await moveRows(tx, kind, { from: kept, to: merged, ids: moved.rows[kind] ?? [] });
  const ofKept = eq(customer_contacts.customer_id, kept);
  const keys = sql`${customer_contacts.kind} || ':' || ${customer_contacts.value}`;
  if (moved.added.length > 0)
    await tx.delete(customer_contacts).where(and(ofKept, inArray(keys, moved.added)));
  if (moved.verified.length > 0)
    await tx
      .update(customer_contacts)
      .set({ verified_at: null })
      .where(
        and(ofKept, eq(customer_contacts.kind, "email"), inArray(customer_contacts.value, moved.verified)),
      );
  for (const { verified_at, ...contact } of moved.contacts) {
    await tx
      .insert(customer_contacts)
      .values({ ...contact, customer_id: merged, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing();
    if (verified_at) await verifyEmail(tx, merged, contact.value, Temporal.Instant.from(verified_at));
  }
  await doubtProviderCustomers(tx, [kept, merged]);
  await holdMails(tx, { kept, key }, moved);
  await tx.update(customers).set({ merged_into: null, updated_at: ctx.now }).where(eq(customers.id, merged));
  if (moved.credit)
    await moveCredit(tx, ctx, { from: kept, to: merged, key: `unmerge:${key}`, most: moved.credit });
}

/** Moves rows from one customer to another, only these ids if given; returns the ids that moved. */
async function moveRows(
  tx: Database,
  kind: Kind,
  { from, to, ids }: { from: string; to: string; ids?: string[] },
): Promise<string[]> {
  const table = OF_CUSTOMER[kind];
  if (ids?.length === 0) return [];
  const moved = await tx
    .update(table)
    .set({ customer_id: to })
    .where(and(eq(table.customer_id, from), ids && inArray(table.id, ids)))
    .returning({ id: table.id });
  return moved.map(({ id }) => id);
}

async function moveContacts(tx: Database, { now }: Pick<Ctx, "now">, { kept, merged }: Pair) {
  const left = await tx
    .delete(customer_contacts)
    .where(eq(customer_contacts.customer_id, merged))
    .returning();
  const had = await tx.select().from(customer_contacts).where(eq(customer_contacts.customer_id, kept));
  const keyOf = ({ kind, value }: { kind: string; value: string }) => `${kind}:${value}`;
  const known = new Map(had.map((contact) => [keyOf(contact), contact]));
  const added = left.filter((contact) => !known.has(keyOf(contact)));
  const shared = left.filter(
    (one) => one.kind === "email" && one.verified_at && known.get(keyOf(one))?.verified_at === null,
  );
  for (const contact of added) {
    const is_primary = contact.is_primary && !had.some((one) => one.kind === contact.kind && one.is_primary);
    await tx.insert(customer_contacts).values({ ...contact, customer_id: kept, is_primary });
  }
  const verified: string[] = [];
  for (const { value } of shared) if (await verifyEmail(tx, kept, value, now)) verified.push(value);
  const contacts = left.map(({ kind, value, label, is_primary, verified_at }) => {
    return { kind, value, label, is_primary, verified_at: verified_at?.toString() ?? null };
  });
  return { contacts, added: added.map(keyOf), verified };
}

/** Who these customers are at a payment provider is asked again: it was confirmed by emails that may not be theirs any more. */
export async function doubtProviderCustomers(tx: Database, customer_ids: string[]): Promise<void> {
  await tx
    .update(provider_customers)
    .set({ status: "unconfirmed", cards: [] })
    .where(
      and(inArray(provider_customers.customer_id, customer_ids), eq(provider_customers.status, "confirmed")),
    );
}

/** Marks a customer's email as theirs. False if it is verified already, or is another customer's. */
export async function verifyEmail(
  tx: Database,
  customer_id: string,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const isTaken = sql`exists (select from ${customer_contacts} other where other.kind = 'email'
    and other.value = ${email} and other.verified_at is not null)`;
  const done = await tx
    .update(customer_contacts)
    .set({ verified_at: now, updated_at: now })
    .where(
      and(
        eq(customer_contacts.customer_id, customer_id),
        eq(customer_contacts.kind, "email"),
        eq(customer_contacts.value, email),
        isNull(customer_contacts.verified_at),
        sql`not ${isTaken}`,
      ),
    )
    .returning({ value: customer_contacts.value });
  return done.length > 0;
}
