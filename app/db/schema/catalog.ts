import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, type StoredTerms, timestamps } from "./columns";

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
    /** When a visit can start, as "08:00"; null: the five times of the specification. */
    start_times: jsonb().$type<string[]>(),
    /** When a visit is paid; null: in full before it. Plans are charged by the month. */
    terms: jsonb().$type<StoredTerms>(),
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

/**
 * The prices of a service from a day on (company time). Published ones are never changed: bookings are made with the newest
 * that has begun; without one, by `services.price_per_hour`. `rules` is read by app/features/catalog.
 */
export const service_prices = pgTable(
  "service_prices",
  {
    id: uuid().primaryKey().defaultRandom(),
    service_id: text()
      .notNull()
      .references(() => services.id, { onDelete: "cascade" }),
    begins_on: date().notNull(),
    rules: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Incremented by each change of a draft, so that a second editor is refused. */
    version: integer().notNull().default(1),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Null: a draft, which changes nothing yet. */
    published_at: instant(),
    ...timestamps,
  },
  (t) => [
    index("service_prices_service").on(t.service_id, t.begins_on),
    uniqueIndex("service_prices_one_draft").on(t.service_id).where(sql`${t.published_at} is null`),
  ],
);
