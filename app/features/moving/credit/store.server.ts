import { credit_transfers } from "~/db/schema/credit";
import { readSettings } from "~/features/operations/settings/queries.server";
import { lockCredit, storeTransfer } from "~/features/payments/credit/store.server";
import { type Cents, formatCents } from "~/lib/money";
import type { Database } from "~/platform/database/database.server";

type Run = { id: string; author_id: string | null };
type Work = {
  line: number;
  customer_id: string;
  /** Cents to give, or to take if below zero. */
  cents: Cents;
};
/** Cents that moved, below zero if they were taken; why it is less than wanted. */
type Done = { cents: Cents; warning: string | null };

const keyOf = (what: "import" | "import_undone", run_id: string, line: number) => `${what}:${run_id}:${line}`;

/**
 * Moves credit in from the account `imported`. Of a balance that has become smaller, it takes back what the customer has not spent.
 * Takes no lock for giving: that can't go below zero.
 */
export async function moveInCredit(
  tx: Database,
  { now }: { now: Temporal.Instant },
  { id: run_id, author_id }: Run,
  works: Work[],
): Promise<Done[]> {
  if (works.every(({ cents }) => cents === 0)) return works.map(() => ({ cents: 0, warning: null }));
  const currency = (await readSettings({ db: tx }))["payments.default_currency"].toUpperCase();
  const common = { currency, author_id, at: now };
  const given = works
    .filter(({ cents }) => cents > 0)
    .map(({ line, customer_id, cents }) => ({
      ...{ ...common, from_account: "imported" as const, to_account: "customer" as const },
      ...{ to_customer: customer_id, amount: cents, key: keyOf("import", run_id, line) },
    }));
  if (given.length > 0) await tx.insert(credit_transfers).values(given);
  const done: Done[] = [];
  for (const { line, customer_id, cents } of works) {
    if (cents >= 0) {
      done.push({ cents, warning: null });
      continue;
    }
    const amount = Math.min(-cents, await lockCredit(tx, customer_id, currency));
    if (amount > 0)
      await storeTransfer(
        tx,
        { now },
        {
          ...{ from_account: "customer", from_customer: customer_id, to_account: "imported" },
          ...{ amount, currency, author_id, key: keyOf("import", run_id, line) },
        },
      );
    const left = -cents - amount;
    const warning =
      left > 0 ? `${formatCents(left, currency)} of the credit is spent, and was not taken back.` : null;
    done.push({ cents: amount === 0 ? 0 : -amount, warning });
  }
  return done;
}
