import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
  customer_email: text(),
  customer: jsonb().$type<{ name: string; email: string; phone: string }>(),
  success_url: text().notNull(),
  cancel_url: text().notNull(),
  expires_at: instant().notNull(),
  created_at: instant().notNull(),
});

export const test_checkout_events = pgTable(
  "test_checkout_events",
  {
    id: uuid().primaryKey().defaultRandom(),
    session_id: text()
      .notNull()
      .references(() => test_checkout_sessions.id),
    type: text({
      enum: ["checkout.session.completed", "checkout.session.expired"],
    }).notNull(),
    created_at: instant().notNull(),
    acknowledged_at: instant(),
  },
  (t) => [index("test_checkout_events_session_id").on(t.session_id)],
);

/** Money that the test checkout has given back. */
export const test_checkout_refunds = pgTable(
  "test_checkout_refunds",
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => test_checkout_sessions.id),
    idempotency_key: text().notNull().unique(),
    amount: integer().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index("test_checkout_refunds_session_id").on(t.session_id)],
);
