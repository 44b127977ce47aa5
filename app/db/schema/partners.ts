import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";
import { orders } from "./payments";

/** Partners who may use the API: of a key only its digest is kept, and its end to tell it from others. */
export const api_keys = pgTable(
  "api_keys",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    key_hash: text().notNull().unique(),
    key_end: text().notNull(),
    /** To the minute. */
    last_used_at: instant(),
    revoked_at: instant(),
    ...timestamps,
  },
  (t) => [uniqueIndex("api_keys_name").on(sql`lower(${t.name})`).where(sql`${t.revoked_at} is null`)],
);

/** What was booked through a partner: the order of a visit, or the first one of a plan. */
export const partner_orders = pgTable(
  "partner_orders",
  {
    order_id: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    api_key_id: uuid()
      .notNull()
      .references(() => api_keys.id),
    /** The partner's own name for it. */
    partner_reference: text(),
    created_at: instant().notNull(),
  },
  (t) => [index("partner_orders_api_key_id").on(t.api_key_id, t.created_at)],
);
