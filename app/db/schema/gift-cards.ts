import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";
import { import_runs } from "./imports";

/**
 * A gift card. It is no order: nothing is cleaned for it until its amount is somebody's credit. `code_hash` is all that stays of its
 * code; `sealed_code` is kept only until the email with it has been sent. Names and the message are removed with whoever they are about.
 */
export const gift_cards = pgTable(
  "gift_cards",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What people call it: "#1042". */
    number: integer().generatedByDefaultAsIdentity({ startWith: 1001 }).notNull().unique(),
    status: text({ enum: ["pending", "paid", "failed", "refunded"] }).notNull(),
    /** Cents. */
    amount: integer().notNull(),
    currency: text().notNull(),
    buyer_name: text(),
    buyer_email: text(),
    recipient_name: text(),
    recipient_email: text(),
    message: text(),
    /** The day on which it is emailed, company time. */
    send_on: date().notNull(),
    /** The id of the form that ordered it, so that a form sent twice orders one. */
    form_id: text().notNull().unique(),
    provider: text().notNull(),
    payment_session_id: text().unique(),
    checkout_url: text(),
    checkout_expires_at: instant().notNull(),
    session_closed_at: instant(),
    asked_at: instant(),
    payment_id: text().unique(),
    paid_at: instant(),
    code_hash: text().unique(),
    sealed_code: text(),
    /** How many codes it had; only the newest works. */
    codes: integer().notNull().default(0),
    sent_at: instant(),
    /** The last day on which it can be redeemed, company time; null: any day. */
    expires_on: date(),
    /** The import that moved it in. */
    import_id: uuid().references(() => import_runs.id, { onDelete: "set null" }),
    redeemed_at: instant(),
    refund_status: text({ enum: ["pending", "completed", "failed"] }),
    provider_refund_id: text().unique(),
    refund_error: text(),
    refunded_by: uuid().references(() => users.id, { onDelete: "set null" }),
    refunded_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("gift_cards_status", sql`${t.status} in ('pending', 'paid', 'failed', 'refunded')`),
    check("gift_cards_amount", sql`${t.amount} > 0`),
    check(
      "gift_cards_redeemed_once",
      sql`${t.redeemed_at} is null or coalesce(${t.refund_status}, 'failed') = 'failed'`,
    ),
    index("gift_cards_created_at").on(t.created_at, t.id),
    index("gift_cards_to_send").on(t.send_on).where(sql`${t.status} = 'paid' and ${t.sent_at} is null`),
    index("gift_cards_open_sessions")
      .on(t.created_at)
      .where(sql`${t.payment_session_id} is not null and ${t.session_closed_at} is null`),
    index("gift_cards_refunds").on(t.updated_at).where(sql`${t.refund_status} = 'pending'`),
    index("gift_cards_buyer").on(t.buyer_email),
    index("gift_cards_recipient").on(t.recipient_email),
    index("gift_cards_refunded_by").on(t.refunded_by),
    index("gift_cards_import_id").on(t.import_id).where(sql`${t.import_id} is not null`),
  ],
);
