import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";
import { customers } from "./customers";

/** A card that a payment provider keeps of a customer. We may not charge it: they agreed to that with somebody else. */
export type KnownCard = { brand: string; last4: string; exp_month: number; exp_year: number };

/** Who a customer is at a payment provider, as an import said (decision 084). It counts once the provider confirmed it. */
export const provider_customers = pgTable(
  "provider_customers",
  {
    id: uuid().primaryKey().defaultRandom(),
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    provider_customer_id: text().notNull(),
    status: text({ enum: ["unconfirmed", "confirmed", "refused"] }).notNull(),
    /** Why it was refused. */
    reason: text(),
    cards: jsonb().$type<KnownCard[]>().notNull().default([]),
    checked_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("provider_customers_status", sql`${t.status} in ('unconfirmed', 'confirmed', 'refused')`),
    unique("provider_customers_once").on(t.provider, t.provider_customer_id),
    index("provider_customers_customer_id").on(t.customer_id),
    index("provider_customers_to_check").on(t.created_at).where(sql`${t.status} = 'unconfirmed'`),
  ],
);
