import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { customers } from "./customers";

/** A customer's card as the provider saved it. Its ids are the provider's. */
export const cards = pgTable(
  "cards",
  {
    id: uuid().primaryKey().defaultRandom(),
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    provider_customer_id: text().notNull(),
    method_id: text().notNull().unique(),
    brand: text().notNull(),
    last4: text().notNull(),
    exp_month: integer().notNull(),
    exp_year: integer().notNull(),
    /** Since when nothing is charged to it any more. */
    removed_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [index("cards_customer_id").on(t.customer_id)],
);
