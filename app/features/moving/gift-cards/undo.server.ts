import { and, eq, isNotNull, sql } from "drizzle-orm";
import { gift_cards } from "~/db/schema/gift-cards";
import { import_rows } from "~/db/schema/imports";
import { nameOf } from "~/features/customers/records/contact";
import { NAMED } from "~/features/moving/references.server";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** What a row did: the card, and its amount in cents before; null if it was added. */
export type GiftMade = { card_id: string; before: number | null };

async function readMade(tx: Database, run_id: string): Promise<GiftMade[]> {
  const rows = await tx
    .select({ made: import_rows.made })
    .from(import_rows)
    .where(and(eq(import_rows.run_id, run_id), isNotNull(import_rows.made)))
    .orderBy(import_rows.line);
  return rows.map(({ made }) => made as GiftMade);
}

/** With one parameter for however many ids. */
const isOneOf = (ids: string[]) => sql`${gift_cards.id} = any (${sql.param(ids)}::uuid[])`;

/** Those of these cards that a later import changed. */
async function readChanged(tx: Database, run_id: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct later.made ->> 'card_id' as id
    from import_runs run
    join ${import_rows} later on later.run_id = run.id
    join ${import_rows} own on own.run_id = ${run_id} and own.made ->> 'card_id' = later.made ->> 'card_id'
    where run.subject = 'gift_cards' and run.id <> ${run_id} and later.done_at > own.done_at
      and later.made ->> 'card_id' = any (${sql.param(ids)}::text[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Cards that were redeemed or changed since, or that got another code. Locks all that the import did something to. */
export async function readGiftDependents(tx: Database, run_id: string) {
  const ids = (await readMade(tx, run_id)).map(({ card_id }) => card_id);
  const cards = await tx.select().from(gift_cards).where(isOneOf(ids)).orderBy(gift_cards.id).for("update");
  const changed = await readChanged(tx, run_id, ids);
  const used = cards.filter(({ id, redeemed_at, codes }) => redeemed_at || codes > 0 || changed.has(id));
  const some = used.slice(0, NAMED);
  const { rows } = await tx.execute<{
    key: string;
    id: string;
    number: number;
    first_name: string | null;
    last_name: string | null;
    company_name: string | null;
  }>(sql`
    select transfer.key, customer.id, customer.number, customer.first_name, customer.last_name, customer.company_name
    from credit_transfers transfer join customers customer on customer.id = transfer.to_customer
    where transfer.key = any (${sql.param(some.map(({ id }) => `gift_card:${id}`))}::text[])`);
  const dependents = some.map(({ id, number, redeemed_at, codes }) => {
    const by = rows.find(({ key }) => key === `gift_card:${id}`);
    const card = `gift card ${formatNumber(number)}`;
    return {
      customer_id: by?.id ?? null,
      customer: by ? `${nameOf(by) ?? "Customer"} ${formatNumber(by.number)}` : "Gift cards",
      what: redeemed_at
        ? `redeemed ${card}`
        : `${card} ${codes > 0 ? "was sent again with another code" : "was changed by a later import"}`,
    };
  });
  return { dependents, count: used.length };
}

/** Removes the cards that an import added, and gives others their amounts from before. */
export async function takeBackGiftCards(tx: Database, { now }: StaffCtx, run_id: string): Promise<void> {
  const made = await readMade(tx, run_id);
  for (const { card_id, before } of made)
    if (before !== null)
      await tx.update(gift_cards).set({ amount: before, updated_at: now }).where(eq(gift_cards.id, card_id));
  const added = made.flatMap(({ card_id, before }) => (before === null ? card_id : []));
  await tx.delete(gift_cards).where(isOneOf(added));
  await tx.update(import_rows).set({ made: null }).where(eq(import_rows.run_id, run_id));
}
