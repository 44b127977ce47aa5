import { sql } from "drizzle-orm";
import { boolean, check, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

/** What the company sells. `price_per_hour` is in cents: per hour, per month or once (spec section 3). */
export const services = pgTable(
  "services",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    price_per_hour: integer().notNull(),
    subscription_type: text({ enum: ["one_time", "monthly"] })
      .notNull()
      .default("one_time"),
    service_type: text({ enum: ["residential", "commercial"] }).notNull(),
    is_popular: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
    features: jsonb().$type<string[]>().notNull().default([]),
    visit_minutes: integer().notNull().default(180),
    /** The frequency of a monthly service; one entry (decision 037). */
    plan_frequencies: jsonb().$type<("weekly" | "biweekly" | "monthly")[]>().notNull().default(["biweekly"]),
    image: text(),
    sort_order: integer().notNull().default(0),
    /** The id of the form that added it, so that a form sent twice adds one service. */
    form_id: uuid().unique(),
    ...timestamps,
  },
  (t) => [
    check("services_price_not_negative", sql`${t.price_per_hour} >= 0`),
    check("services_visit_positive", sql`${t.visit_minutes} > 0`),
    check("services_subscription_type", sql`${t.subscription_type} in ('one_time', 'monthly')`),
    check("services_service_type", sql`${t.service_type} in ('residential', 'commercial')`),
  ],
);
