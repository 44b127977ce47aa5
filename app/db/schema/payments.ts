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
    index("orders_created_at").on(t.created_at),
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
