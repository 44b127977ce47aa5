import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";
import { orders } from "./payments";

/**
 * Money of an order that one of staff wanted to give back. `amount` is in cents. Within their limit it is `not needed`: a note that
 * counts for 24 hours. Above it, a second person decides. `payload` holds what the kind needs to do it later. The key makes a form
 * that is sent twice one row. Of each kind an order has one open approval at a time.
 */
export const approvals = pgTable(
  "approvals",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    amount: integer().notNull(),
    /** Staff's words. Removed when the customer is erased. */
    reason: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    idempotency_key: text().notNull().unique(),
    status: text({ enum: ["not needed", "open", "approved", "refused", "withdrawn"] }).notNull(),
    asked_by: uuid().references(() => users.id, { onDelete: "set null" }),
    asked_at: instant().notNull(),
    decided_by: uuid().references(() => users.id, { onDelete: "set null" }),
    decided_at: instant(),
  },
  (t) => [
    check("approvals_status", sql`${t.status} in ('not needed', 'open', 'approved', 'refused', 'withdrawn')`),
    check("approvals_amount", sql`${t.amount} > 0`),
    check("approvals_decided", sql`(${t.status} = 'open') = (${t.decided_at} is null)`),
    uniqueIndex("approvals_one_open").on(t.order_id, t.kind).where(sql`${t.status} = 'open'`),
    index("approvals_order_id").on(t.order_id, t.asked_at),
    index("approvals_open").on(t.asked_at, t.id).where(sql`${t.status} = 'open'`),
    index("approvals_asked_by").on(t.asked_by),
    index("approvals_decided_by").on(t.decided_by),
  ],
);
