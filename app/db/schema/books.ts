import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";
import { orders } from "./payments";

/**
 * The ledger: every event that moved money of an order, once, in signed cents before fees. Triggers on charges, refunds and disputes
 * write it, and one refuses changes (decision 065). No references: the rows stay whatever becomes of the order. They name nobody.
 * `provider` is "office" or "office-…" for what staff took or gave back by hand. `provider_id` is the provider's payment, refund or
 * dispute.
 */
export const money_events = pgTable(
  "money_events",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    kind: text({
      enum: ["charge", "refund", "refund_failed", "dispute_withdrawn", "dispute_won"],
    }).notNull(),
    /** Null for a gift card, which `charge_id` and `refund_id` name then. */
    order_id: uuid(),
    charge_id: uuid(),
    refund_id: uuid(),
    dispute_id: text(),
    amount: integer().notNull(),
    currency: text().notNull(),
    provider: text().notNull(),
    provider_id: text(),
    /** What happened to what, so that it is stored once. */
    key: text().notNull().unique(),
  },
  (t) => [
    check(
      "money_events_kind",
      sql`${t.kind} in ('charge', 'refund', 'refund_failed', 'dispute_withdrawn', 'dispute_won')`,
    ),
    check(
      "money_events_sign",
      sql`(${t.kind} in ('charge', 'refund_failed', 'dispute_won')) = (${t.amount} > 0) and ${t.amount} <> 0`,
    ),
    check("money_events_of_one", sql`num_nonnulls(${t.charge_id}, ${t.refund_id}, ${t.dispute_id}) = 1`),
    index("money_events_at").on(t.at),
    index("money_events_order_id").on(t.order_id),
    index("money_events_provider_id").on(t.provider_id).where(sql`${t.provider_id} is not null`),
  ],
);

/**
 * Two books that don't agree, by at least a cent. `ours` and `theirs` are signed cents; `kind` says whose they are. Settled when a later
 * night finds them equal, or by staff with a note. `about_id` is the order, charge, refund or dispute, or the provider's id.
 */
export const book_differences = pgTable(
  "book_differences",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({
      enum: [
        ...(["lines", "charged", "returned", "charge", "refund", "dispute", "credit", "balance"] as const),
        ...(["provider_payment", "provider_refund", "provider_dispute"] as const),
      ],
    }).notNull(),
    about_id: text().notNull(),
    order_id: uuid().references(() => orders.id, { onDelete: "cascade" }),
    /** The payment provider on the other side; null where both sides are ours. */
    provider: text(),
    currency: text().notNull(),
    ours: integer().notNull(),
    theirs: integer().notNull(),
    /** When the money moved, as far as one side knows. */
    moved_at: instant(),
    found_at: instant().notNull(),
    settled_at: instant(),
    settled_by: uuid().references(() => users.id, { onDelete: "set null" }),
    /** Staff's words; null when a later night settled it. Removed when the customer is erased. */
    note: text(),
  },
  (t) => [
    check("book_differences_sides", sql`${t.ours} <> ${t.theirs}`),
    uniqueIndex("book_differences_open")
      .on(t.kind, t.about_id, t.currency)
      .where(sql`${t.settled_at} is null`),
    index("book_differences_about").on(t.kind, t.about_id, t.found_at),
    index("book_differences_found").on(t.found_at, t.id).where(sql`${t.settled_at} is null`),
    index("book_differences_order_id").on(t.order_id),
    index("book_differences_settled_by").on(t.settled_by),
  ],
);

/** When all books were compared, and how many differences were open then. */
export const book_comparisons = pgTable("book_comparisons", {
  at: instant().primaryKey(),
  open: integer().notNull(),
});
