import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { services } from "./catalog";
import { instant, timestamps } from "./columns";
import { customers, properties } from "./customers";
import { plans } from "./plans";

/**
 * A customer's recurring single visits that moved in from another program (decision 090): a service for a home, again and again,
 * without a plan. Its visits name it (bookings.series_id), and say when it comes, what it costs, who comes and until when it is laid.
 */
export const series = pgTable(
  "series",
  {
    id: uuid().primaryKey().defaultRandom(),
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    /** Null: the home is none of the customer's homes here. Then the address of its visits tells it. */
    property_id: uuid().references(() => properties.id, { onDelete: "set null" }),
    service_id: text()
      .notNull()
      .references(() => services.id),
    frequency: text({ enum: ["weekly", "biweekly", "monthly", "other"] }).notNull(),
    /** When staff ended it: no more visits are laid. */
    ended_at: instant(),
    /** The plan that it was sold as, or that is held for its customer until it is paid. */
    plan_id: uuid().references(() => plans.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (t) => [
    check("series_frequency", sql`${t.frequency} in ('weekly', 'biweekly', 'monthly', 'other')`),
    index("series_customer_id").on(t.customer_id),
    index("series_property_id").on(t.property_id),
    index("series_plan_id").on(t.plan_id),
  ],
);
