import { type SQL, sql } from "drizzle-orm";
import { credit_balances, credit_transfers } from "~/db/schema/credit";
import type { Made } from "~/db/schema/imports";
import { tryLockAllCredit } from "~/features/payments/credit/store.server";
import type { Database } from "~/platform/database/database.server";

type DoneRow = { line: number; customer_id: string; made: Made };

/** Somebody is using credit at this moment, so that nobody can tell what is left of it. */
export class CreditInUse extends Error {}

/**
 * Keeps everybody from using credit until the undo is through, if it takes some back. It waits for nobody, because who uses credit may
 * wait for a customer whom the undo has locked: throws CreditInUse.
 */
export async function lockMovedCredit(tx: Database, rows: Pick<DoneRow, "made">[]): Promise<void> {
  if (rows.some(({ made }) => made.credit) && !(await tryLockAllCredit(tx))) throw new CreditInUse();
}

/**
 * What keeps the credit of an import from being taken back: other credit of a customer whom it added, and credit that it moved in and
 * the customer has no more. `added`: the ids of the customers whom it added.
 */
export function creditDependents(run_id: string, rows: DoneRow[], added: SQL): SQL[] {
  const moved = JSON.stringify(
    rows.flatMap(({ customer_id, made }) => (made.credit ? { customer_id, amount: made.credit } : [])),
  );
  const own = sql`key like ${`import:${run_id}:%`}`;
  return [
    sql`select coalesce(to_customer, from_customer), 'credit' from ${credit_transfers}
      where (to_customer = any (${added}) or from_customer = any (${added})) and not (${own})`,
    sql`select moved.customer_id, 'credit that was spent or moved since' from (
        select one.customer_id, sum(one.amount) as amount
        from jsonb_to_recordset(${moved}::jsonb) as one (customer_id uuid, amount integer) group by 1) moved
      where moved.amount > coalesce((select max(balance.amount) from ${credit_balances} balance
        where balance.customer_id = moved.customer_id and balance.currency = (select transfer.currency from ${credit_transfers} transfer
          where transfer.key like ${`import:${run_id}:%`} limit 1)), 0)`,
  ];
}

/** Takes back the credit of an import, and gives back what it took. */
export async function takeBackCredit(
  tx: Database,
  { now }: { now: Temporal.Instant },
  run_id: string,
  rows: DoneRow[],
): Promise<void> {
  const lines = rows.flatMap(({ line, made }) => (made.credit ? `import:${run_id}:${line}` : []));
  if (lines.length === 0) return;
  await tx.execute(sql`
    insert into ${credit_transfers} (at, from_account, from_customer, to_account, to_customer, amount, currency, key)
    select ${now.toString()}::timestamptz, to_account, to_customer, from_account, from_customer, amount, currency,
      'import_undone:' || substr(key, 8)
    from ${credit_transfers} where key = any (${sql.param(lines)}::text[]) order by from_account = 'imported'`);
}
