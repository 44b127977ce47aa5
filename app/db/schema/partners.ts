import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";
import { orders } from "./payments";

/** Partners who may use the API. Of a key, only a digest and its last characters are stored. */
export const api_keys = pgTable(
  "api_keys",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    key_hash: text().notNull().unique(),
    key_end: text().notNull(),
    /** Rounded to minutes. */
    last_used_at: instant(),
    revoked_at: instant(),
    ...timestamps,
  },
  (t) => [uniqueIndex("api_keys_name").on(sql`lower(${t.name})`).where(sql`${t.revoked_at} is null`)],
);

/** Bookings through a partner: the order of a visit, or the first order of a plan. */
export const partner_orders = pgTable(
  "partner_orders",
  {
    order_id: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    api_key_id: uuid()
      .notNull()
      .references(() => api_keys.id),
    /** The partner's own reference. */
    partner_reference: text(),
    created_at: instant().notNull(),
  },
  (t) => [index("partner_orders_api_key_id").on(t.api_key_id, t.created_at)],
);
