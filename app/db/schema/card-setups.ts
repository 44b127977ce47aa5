import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { instant, timestamps } from "./columns";
import { customers } from "./customers";
import { orders } from "./payments";

/** A checkout where a customer saves a card and pays nothing: for one order, or in place of the card they have. */
export const card_setups = pgTable(
  "card_setups",
  {
    id: uuid().primaryKey().defaultRandom(),
    order_id: uuid().references(() => orders.id, { onDelete: "cascade" }),
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    /** What the customer agrees to, as they read it. */
    consent: text().notNull(),
    /** As in orders. */
    card_limit: integer(),
    currency: text().notNull(),
    provider: text().notNull(),
    payment_session_id: text().unique(),
    checkout_url: text(),
    checkout_expires_at: instant().notNull(),
    session_closed_at: instant(),
    asked_at: instant(),
    card_id: uuid().references(() => cards.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (t) => [
    check("card_setups_status", sql`${t.status} in ('pending', 'completed', 'failed')`),
    check("card_setups_of_one", sql`num_nonnulls(${t.order_id}, ${t.customer_id}) = 1`),
    index("card_setups_order_id").on(t.order_id).where(sql`${t.order_id} is not null`),
    index("card_setups_card_id").on(t.card_id).where(sql`${t.card_id} is not null`),
    index("card_setups_customer_id").on(t.customer_id).where(sql`${t.customer_id} is not null`),
    index("card_setups_open")
      .on(t.created_at)
      .where(sql`${t.payment_session_id} is not null and ${t.session_closed_at} is null`),
  ],
);
