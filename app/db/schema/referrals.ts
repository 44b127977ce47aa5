import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { customers } from "./customers";
import { orders } from "./payments";

/**
 * Orders that came by a customer's referral link (decision 070). The amounts are cents of credit, as they were promised.
 * `pending` until the first visit of the order is completed and paid.
 */
export const referrals = pgTable(
  "referrals",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Who recommended us. */
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    order_id: uuid()
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: "cascade" }),
    referrer_amount: integer().notNull(),
    friend_amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ["pending", "earned", "refused", "lapsed"] })
      .notNull()
      .default("pending"),
    /** Why it was refused; see app/features/customers/referrals/referral.ts. */
    refusal: text(),
    settled_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    check("referrals_status", sql`${t.status} in ('pending', 'earned', 'refused', 'lapsed')`),
    check(
      "referrals_amounts",
      sql`${t.referrer_amount} >= 0 and ${t.friend_amount} >= 0 and ${t.referrer_amount} + ${t.friend_amount} > 0`,
    ),
    index("referrals_customer_id").on(t.customer_id, t.created_at),
    index("referrals_pending").on(t.created_at).where(sql`${t.status} = 'pending'`),
  ],
);
