import { and, desc, eq, or, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { credit_balances, credit_transfers } from "~/db/schema/credit";
import { orders } from "~/db/schema/payments";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { Ctx } from "~/platform/context.server";
import { type CreditView, formatTransfer } from "./credit";

/** A customer's credit in cents of a currency. */
export async function readBalance(
  { db }: Pick<Ctx, "db">,
  customer_id: string,
  currency: string,
): Promise<Cents> {
  const [row] = await db
    .select({ amount: credit_balances.amount })
    .from(credit_balances)
    .where(
      and(eq(credit_balances.customer_id, customer_id), eq(credit_balances.currency, currency.toUpperCase())),
    );
  return row?.amount ?? 0;
}

/** Rows that a page shows. */
const SHOWN = 50;

/** A customer's credit in the company's currency with its newest transfers. `for_staff`: with who gave it. */
export async function readCredit(
  ctx: Pick<Ctx, "db">,
  customer_id: string,
  { for_staff = false } = {},
): Promise<CreditView> {
  const settings = await readSettings(ctx);
  const currency = settings["payments.default_currency"].toUpperCase();
  const theirs = or(
    eq(credit_transfers.from_customer, customer_id),
    eq(credit_transfers.to_customer, customer_id),
  );
  const rows = await ctx.db
    .select({
      ...{ id: credit_transfers.id, at: credit_transfers.at, amount: credit_transfers.amount },
      ...{ from: credit_transfers.from_account, to: credit_transfers.to_account },
      given: sql<boolean>`${credit_transfers.to_customer} is not distinct from ${customer_id}::uuid`,
      ...{ currency: credit_transfers.currency, reason: credit_transfers.reason },
      refund: sql<boolean>`${credit_transfers.refund_id} is not null`,
      ...{ number: orders.number, author: users.name },
    })
    .from(credit_transfers)
    .leftJoin(orders, eq(orders.id, credit_transfers.order_id))
    .leftJoin(users, eq(users.id, credit_transfers.author_id))
    .where(theirs)
    .orderBy(desc(credit_transfers.id))
    .limit(SHOWN);
  const cents = await readBalance(ctx, customer_id, currency);
  return {
    balance: formatCents(cents, currency),
    cents,
    currency,
    rows: rows.map(({ id, at, number, author, ...row }) => ({
      id,
      amount: `${row.given ? "+" : "−"}${formatCents(row.amount, row.currency)}`,
      what: formatTransfer({ ...row, order: number === null ? null : formatNumber(number) }),
      note: for_staff ? author : null,
      on: formatDate(companyToday(at, settings["general.timezone"])),
    })),
  };
}
