import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";

/** Money asked for a booking. `amount` in cents, tax included. */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey().defaultRandom(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    provider: text().notNull(),
    payment_session_id: text().unique(),
    checkout_url: text(),
    completed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("orders_status", sql`${t.status} in ('pending', 'completed', 'failed')`),
    check("orders_amount", sql`${t.amount} > 0`),
    index("orders_booking_id").on(t.booking_id),
    index("orders_created_at").on(t.created_at, t.id),
    index("orders_status_created_at").on(t.status, t.created_at, t.id),
  ],
);

/**
 * Money given back of an order. `amount` in cents. `pending` until the provider has taken it; the idempotency key makes
 * a repeated try the same refund.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey().defaultRandom(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    amount: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    idempotency_key: text().notNull().unique(),
    provider_refund_id: text(),
    error: text(),
    completed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("refunds_status", sql`${t.status} in ('pending', 'completed', 'failed')`),
    check("refunds_amount", sql`${t.amount} > 0`),
    index("refunds_order_id").on(t.order_id),
    index("refunds_failed").on(t.created_at).where(sql`${t.status} = 'failed'`),
  ],
);

/** Provider events already taken in, so that a repeated one changes nothing. */
export const payment_events = pgTable("payment_events", {
  id: text().primaryKey(),
  provider: text().notNull(),
  type: text().notNull(),
  session_id: text().notNull(),
  received_at: instant().notNull(),
});
