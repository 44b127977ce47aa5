import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";
import { customers } from "./customers";

/**
 * The accounts that credit moves between (decision 066). A customer's has their id; the others belong to the company: what was given,
 * what orders took, and what was lost.
 */
export const CREDIT_ACCOUNTS = [
  "customer",
  "goodwill",
  "gift_card",
  "referral",
  "imported",
  "orders",
  "forfeited",
] as const;

/**
 * The credit ledger: each row moves cents from one account to another, so that both sides are always equal. Rows are only added. They
 * have no references except to who wrote them: they stay whatever becomes of the order, and name nobody. Triggers write those of
 * charges and refunds.
 */
export const credit_transfers = pgTable(
  "credit_transfers",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    from_account: text({ enum: CREDIT_ACCOUNTS }).notNull(),
    from_customer: uuid(),
    to_account: text({ enum: CREDIT_ACCOUNTS }).notNull(),
    to_customer: uuid(),
    amount: integer().notNull(),
    currency: text().notNull(),
    order_id: uuid(),
    charge_id: uuid(),
    refund_id: uuid(),
    /** Staff's words, or what it is for. Removed when the customer is erased. */
    reason: text(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** What happened to what, so that it is stored once. */
    key: text().notNull().unique(),
  },
  (t) => [
    check("credit_transfers_amount", sql`${t.amount} > 0`),
    check(
      "credit_transfers_accounts",
      sql`${t.from_account} in ('customer', 'goodwill', 'gift_card', 'referral', 'imported', 'orders', 'forfeited')
        and ${t.to_account} in ('customer', 'goodwill', 'gift_card', 'referral', 'imported', 'orders', 'forfeited')`,
    ),
    check(
      "credit_transfers_customers",
      sql`(${t.from_account} = 'customer') = (${t.from_customer} is not null)
        and (${t.to_account} = 'customer') = (${t.to_customer} is not null)
        and (${t.from_account}, ${t.from_customer}) is distinct from (${t.to_account}, ${t.to_customer})`,
    ),
    index("credit_transfers_from").on(t.from_customer, t.id).where(sql`${t.from_customer} is not null`),
    index("credit_transfers_to").on(t.to_customer, t.id).where(sql`${t.to_customer} is not null`),
    index("credit_transfers_order_id").on(t.order_id).where(sql`${t.order_id} is not null`),
    index("credit_transfers_author").on(t.author_id, t.at).where(sql`${t.author_id} is not null`),
    index("credit_transfers_at").on(t.at),
  ],
);

/** What a customer's transfers add up to, in cents: never below zero. Kept by a trigger. */
export const credit_balances = pgTable(
  "credit_balances",
  {
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    currency: text().notNull(),
    amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customer_id, t.currency] }),
    check("credit_balances_amount", sql`${t.amount} >= 0`),
  ],
);
