import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The embedded test checkout keeps its own books, as an outside payment provider would. */
export const test_checkout_sessions = pgTable("test_checkout_sessions", {
  id: text().primaryKey(),
  idempotency_key: text().notNull().unique(),
  status: text({ enum: ["open", "paid", "expired"] }).notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  lines: jsonb().$type<{ label: string; amount: number }[]>().notNull(),
  summary: jsonb().$type<string[]>().notNull(),
  customer_name: text(),
  customer_email: text(),
  customer_phone: text(),
  customer: jsonb().$type<{ name: string; email: string; phone: string }>(),
  success_url: text().notNull(),
  cancel_url: text().notNull(),
  expires_at: instant().notNull(),
  /** Charged again every month. */
  recurring: boolean().notNull().default(false),
  subscription_id: text(),
  invoice_id: text(),
  /** What the customer agrees to, if the card is saved. */
  consent: text(),
  card_id: text(),
  /** Null for what was paid before this was stored. */
  paid_at: instant(),
  created_at: instant().notNull(),
});

/** What the test checkout charges every month. `declines`: its card is refused from the second charge on. */
export const test_checkout_subscriptions = pgTable(
  "test_checkout_subscriptions",
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => test_checkout_sessions.id),
    status: text({ enum: ["active", "past_due", "canceled"] }).notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    declines: boolean().notNull().default(false),
    period_start: instant().notNull(),
    period_end: instant().notNull(),
    cancel_at_period_end: boolean().notNull().default(false),
    paused: boolean().notNull().default(false),
    resumes_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [
    index("test_checkout_subscriptions_period_end").on(t.period_end).where(sql`${t.status} <> 'canceled'`),
  ],
);

export const test_checkout_invoices = pgTable(
  "test_checkout_invoices",
  {
    id: text().primaryKey(),
    subscription_id: text()
      .notNull()
      .references(() => test_checkout_subscriptions.id),
    status: text({ enum: ["open", "paid", "void"] }).notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    period_start: instant().notNull(),
    period_end: instant().notNull(),
    /** As in sessions. */
    paid_at: instant(),
    created_at: instant().notNull(),
  },
  (t) => [uniqueIndex("test_checkout_invoices_period").on(t.subscription_id, t.period_start)],
);

export const test_checkout_events = pgTable(
  "test_checkout_events",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The session, subscription or invoice that it is about. */
    object_id: text().notNull(),
    type: text().notNull(),
    created_at: instant().notNull(),
    acknowledged_at: instant(),
  },
  (t) => [index("test_checkout_events_object_id").on(t.object_id)],
);

/** Money that the test checkout has given back. */
export const test_checkout_refunds = pgTable(
  "test_checkout_refunds",
  {
    id: text().primaryKey(),
    /** The session or invoice that was paid. */
    payment_id: text().notNull(),
    idempotency_key: text().notNull().unique(),
    amount: integer().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index("test_checkout_refunds_payment_id").on(t.payment_id)],
);

/** Cards that customers let the company charge later. Their numbers are test numbers. */
export const test_checkout_cards = pgTable("test_checkout_cards", {
  id: text().primaryKey(),
  number: text().notNull(),
  exp_month: integer().notNull(),
  exp_year: integer().notNull(),
  created_at: instant().notNull(),
  forgotten_at: instant(),
});

/** Charges of saved cards. */
export const test_checkout_charges = pgTable("test_checkout_charges", {
  id: text().primaryKey(),
  idempotency_key: text().notNull().unique(),
  card_id: text()
    .notNull()
    .references(() => test_checkout_cards.id),
  status: text({ enum: ["paid", "declined"] }).notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  paid_at: instant(),
  created_at: instant().notNull(),
});
