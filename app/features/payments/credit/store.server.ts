import { sql } from "drizzle-orm";
import { credit_transfers } from "~/db/schema/credit";
import type { Cents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import { type Database, preparedStatement } from "~/platform/database/database.server";
import { readBalance } from "./queries.server";

/** Locks a customer's credit and reads it, in cents. Take it after the locks of rows: it is the last one. */
export async function lockCredit(tx: Database, customer_id: string, currency: string): Promise<Cents> {
  await lockOne(tx, { key: `credit:${customer_id}` });
  return readBalance({ db: tx }, customer_id, currency);
}

const ALL = sql`hashtextextended('credit', 0)`;

/** Waits for whoever changes this customer's credit, or all credit. */
const lockOne = preparedStatement(
  sql`select pg_advisory_xact_lock_shared(${ALL}), pg_advisory_xact_lock(hashtextextended(${sql.placeholder("key")}, 0))`,
);

/** Locks the credit of all customers, however many, until the commit. False if somebody is changing some: try again. */
export async function tryLockAllCredit(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ALL}) as locked`,
  );
  return rows[0]?.locked === true;
}

type Transfer = typeof credit_transfers.$inferInsert;

/**
 * Moves credit from one account to another, once a key. Takes nothing that a customer does not have: lock their credit first. False if
 * it was stored before.
 */
export async function storeTransfer(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  transfer: Omit<Transfer, "at">,
): Promise<boolean> {
  const currency = transfer.currency.toUpperCase();
  const stored = await tx
    .insert(credit_transfers)
    .values({ ...transfer, currency, at: now })
    .onConflictDoNothing({ target: credit_transfers.key })
    .returning({ id: credit_transfers.id });
  return stored.length > 0;
}

/** `most`: at most so many cents of each currency. */
type Move = { from: string; to: string; key: string; most?: Record<string, Cents> };

/** Moves all credit of a customer to another one, as a merge does. Returns the cents that moved, by currency. */
export async function moveCredit(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  { from, to, key, most }: Move,
): Promise<Record<string, Cents>> {
  const moved: Record<string, Cents> = {};
  for (const [currency, balance] of Object.entries(await lockBalances(tx, from))) {
    const amount = Math.min(balance, most ? (most[currency] ?? 0) : balance);
    if (amount === 0) continue;
    moved[currency] = amount;
    await storeTransfer(tx, ctx, {
      ...{ from_account: "customer", from_customer: from, to_account: "customer", to_customer: to },
      ...{ amount, currency, key: `${key}:${currency}` },
    });
  }
  return moved;
}

/** Forfeits all credit of a customer who is erased, and removes what staff wrote about it. */
export async function forfeitCredit(tx: Database, ctx: Pick<Ctx, "now">, customer_id: string): Promise<void> {
  for (const [currency, amount] of Object.entries(await lockBalances(tx, customer_id)))
    await storeTransfer(tx, ctx, {
      ...{ from_account: "customer", from_customer: customer_id, to_account: "forfeited" },
      ...{ amount, currency, key: `erased:${customer_id}:${currency}` },
    });
  await tx.execute(sql`select forget_credit_reasons(${customer_id}::uuid)`);
}

async function lockBalances(tx: Database, customer_id: string): Promise<Record<string, Cents>> {
  await lockOne(tx, { key: `credit:${customer_id}` });
  const { rows } = await tx.execute<{ currency: string; amount: Cents }>(
    sql`select currency, amount from credit_balances where customer_id = ${customer_id} and amount > 0`,
  );
  return Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
}
