import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { cards } from "./cards";
import { instant, timestamps } from "./columns";
import { customers } from "./customers";
import { plans } from "./plans";

/**
 * Money owed for a booking, or for a month of a plan. `amount` is in cents, tax included: the sum of its lines, which a
 * trigger keeps (decision 063). The checkout that makes the booking is a part of the order; what was taken is a charge. The
 * provider's ids:
 * `payment_session_id` (checkout), `payment_id` (named by refunds and disputes), `invoice_id` (a plan's charge).
 * `checkout_expires_at` and `checkout_attempt` are stored before a checkout is requested, so that a retry is the same
 * request. `processing_at`: the checkout is complete and the money takes days to arrive. `session_closed_at`: the provider
 * said how the checkout ended; until then it is asked, last at `asked_at`. `paid_amount`: the amount that arrived if it was
 * another one; such an order is never completed and is no revenue.
 */
export const orders = pgTable(
  "orders",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As in bookings. */
    number: integer().generatedByDefaultAsIdentity({ startWith: 1001 }).notNull(),
    customer_id: uuid().references(() => customers.id, { onDelete: "set null" }),
    booking_id: uuid().references(() => bookings.id),
    plan_id: uuid().references(() => plans.id),
    amount: integer().notNull(),
    /** Cents of the amount that are tips, which are no revenue; null without any. Kept by a trigger. */
    tips: integer(),
    /** Cents that the checkout asks for; null: the whole amount. */
    upfront: integer(),
    /** What the customer agreed to when their card was saved, as they read it. */
    consent: text(),
    /** Cents that may be charged for the order in all, by that consent. */
    card_limit: integer(),
    /** The card that pays what is due after the visit. */
    card_id: uuid().references(() => cards.id, { onDelete: "set null" }),
    /** When that card is charged next; null: not now. */
    charge_at: instant(),
    /** True: its customer's credit pays for it by itself, since a verified account or staff booked it (decision 066). */
    uses_credit: boolean(),
    /** Cents taken: the sum of its completed charges. Kept by a trigger. */
    charged: integer().notNull().default(0),
    /** Cents of refunds that point to a line, which lowered `amount`. Kept by a trigger. */
    returned: integer().notNull().default(0),
    /** Cents that the customer owes and no checkout is asking for. */
    due: integer()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status = 'completed' or (status = 'pending' and provider = 'office') then greatest(0, amount - charged + returned) else 0 end`,
      ),
    currency: text().notNull(),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    provider: text().notNull(),
    payment_session_id: text().unique(),
    checkout_url: text(),
    checkout_expires_at: instant(),
    checkout_attempt: integer().notNull().default(1),
    paid_amount: integer(),
    payment_id: text(),
    invoice_id: text().unique(),
    processing_at: instant(),
    session_closed_at: instant(),
    asked_at: instant(),
    completed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("orders_status", sql`${t.status} in ('pending', 'completed', 'failed')`),
    check("orders_amount", sql`${t.amount} >= 0`),
    check("orders_upfront", sql`${t.upfront} >= 0`),
    check("orders_card", sql`${t.card_id} is null or ${t.card_limit} is not null`),
    check(
      "orders_paid_amount",
      sql`${t.paid_amount} is null or (${t.paid_amount} > 0 and ${t.status} <> 'completed')`,
    ),
    check("orders_of_one", sql`num_nonnulls(${t.booking_id}, ${t.plan_id}) = 1`),
    index("orders_plan_id").on(t.plan_id, t.created_at).where(sql`${t.plan_id} is not null`),
    index("orders_payment_id").on(t.payment_id).where(sql`${t.payment_id} is not null`),
    index("orders_open_sessions")
      .on(t.created_at)
      .where(sql`${t.payment_session_id} is not null and ${t.session_closed_at} is null`),
    index("orders_lost_checkouts")
      .on(t.checkout_expires_at)
      .where(sql`${t.checkout_expires_at} is not null and ${t.payment_session_id} is null`),
    index("orders_unpaid")
      .on(t.booking_id)
      .where(
        sql`(${t.status} <> 'completed' and ${t.paid_amount} is null or ${t.due} > 0) and ${t.booking_id} is not null`,
      ),
    index("orders_due").on(t.customer_id, t.id).where(sql`${t.due} > 0`),
    index("orders_charge_at").on(t.charge_at).where(sql`${t.charge_at} is not null`),
    index("orders_card_id").on(t.card_id).where(sql`${t.card_id} is not null`),
    index("orders_test").on(t.created_at).where(sql`${t.provider} = 'test-checkout'`),
    uniqueIndex("orders_number").on(t.number),
    index("orders_customer_id").on(t.customer_id, t.created_at),
    index("orders_booking_id").on(t.booking_id),
    index("orders_created_at").on(t.created_at, t.id),
    index("orders_status_created_at").on(t.status, t.created_at, t.id),
  ],
);

/**
 * A part of what an order is for. `amount` is in cents, negative for what is taken off. Lines are not changed: a correction
 * is another line, with its reason and who wrote it.
 */
export const order_lines = pgTable(
  "order_lines",
  {
    id: uuid().primaryKey().defaultRandom(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    /** From 1, in the order in which they were written. */
    position: integer().notNull(),
    /** `cancelled` takes off the lines before it; a fee may follow. */
    kind: text({
      // biome-ignore format: one line a group
      enum: [
        "service", "rooms", "extra", "time", "travel", "fee",
        "discount", "credit", "tip", "tax", "cancelled", "correction",
      ],
    }).notNull(),
    label: text().notNull(),
    amount: integer().notNull(),
    /** Why staff wrote it; null for what was booked. */
    reason: text(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The id of the form that added it, so that a form sent twice adds one line. */
    form_id: text().unique(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex("order_lines_position").on(t.order_id, t.position)],
);

/**
 * Money taken for an order, or asked for by a pay link. `amount` is in cents. `payment_id` is the provider's, which refunds
 * and disputes name. `provider` is "office-…" for what staff took by hand, and "credit" for the customer's credit, of which a
 * pending charge holds a part until the order is paid for or given up.
 */
export const charges = pgTable(
  "charges",
  {
    id: uuid().primaryKey().defaultRandom(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["checkout", "plan", "office", "pay_link", "card", "credit"] }).notNull(),
    status: text({ enum: ["pending", "completed", "failed"] }).notNull(),
    amount: integer().notNull(),
    /** Cents of the amount that are a tip. */
    tip: integer().notNull().default(0),
    currency: text().notNull(),
    provider: text().notNull(),
    payment_id: text(),
    /** The saved card that was charged. */
    card_id: uuid().references(() => cards.id, { onDelete: "set null" }),
    /** Why the bank declined it. */
    failure: text(),
    /** A pay link's checkout. */
    payment_session_id: text().unique(),
    checkout_url: text(),
    checkout_expires_at: instant(),
    processing_at: instant(),
    session_closed_at: instant(),
    asked_at: instant(),
    /** Who of staff took it. */
    taken_by: uuid().references(() => users.id, { onDelete: "set null" }),
    /** As in order_lines. */
    form_id: text().unique(),
    completed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("charges_amounts", sql`${t.amount} > 0 and ${t.tip} between 0 and ${t.amount}`),
    check("charges_status", sql`${t.status} in ('pending', 'completed', 'failed')`),
    index("charges_order_id").on(t.order_id),
    index("charges_card_id").on(t.card_id).where(sql`${t.card_id} is not null`),
    uniqueIndex("charges_one_under_way").on(t.order_id).where(sql`${t.status} = 'pending'`),
    uniqueIndex("charges_payment_id").on(t.payment_id).where(sql`${t.payment_id} is not null`),
    index("charges_open_sessions")
      .on(t.created_at)
      .where(sql`${t.payment_session_id} is not null and ${t.session_closed_at} is null`),
  ],
);

/**
 * A refund of an order. `amount` is in cents. `pending` until the provider says how it ended; the idempotency key makes a
 * retry the same refund. Refunds from the provider's dashboard and lost disputes have rows, too.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey().defaultRandom(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** The charge that it gives back; null: of the order's checkout. */
    charge_id: uuid().references(() => charges.id),
    /** The line that it is for; null: a gift, which changes nothing of what is owed. */
    line_id: uuid().references(() => order_lines.id),
    /** It became the customer's credit; nothing goes back through a provider. */
    to_credit: boolean().notNull().default(false),
    amount: integer().notNull(),
    reason: text().notNull(),
    status: text({ enum: ["pending", "completed", "failed", "cancelled"] }).notNull(),
    idempotency_key: text().notNull().unique(),
    provider_refund_id: text().unique(),
    error: text(),
    /** When the provider was last asked how it ended. */
    asked_at: instant(),
    completed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("refunds_status", sql`${t.status} in ('pending', 'completed', 'failed', 'cancelled')`),
    check("refunds_amount", sql`${t.amount} > 0`),
    index("refunds_order_id").on(t.order_id),
    index("refunds_charge_id").on(t.charge_id).where(sql`${t.charge_id} is not null`),
    index("refunds_line_id").on(t.line_id).where(sql`${t.line_id} is not null`),
    index("refunds_failed").on(t.created_at).where(sql`${t.status} in ('failed', 'cancelled')`),
    index("refunds_pending").on(t.created_at).where(sql`${t.status} = 'pending'`),
  ],
);

/** A dispute: a customer asks the bank for the money back. `amount` is in cents. A lost one is also a refund. */
export const disputes = pgTable(
  "disputes",
  {
    /** The provider's id. */
    id: text().primaryKey(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ["open", "won", "lost"] }).notNull(),
    /** False for an inquiry: the bank only asks and has withdrawn nothing. */
    withdrawn: boolean().notNull().default(true),
    reason: text().notNull(),
    /** The bank's deadline for the company's evidence. */
    evidence_due_at: instant(),
    opened_at: instant().notNull(),
    closed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("disputes_status", sql`${t.status} in ('open', 'won', 'lost')`),
    index("disputes_order_id").on(t.order_id),
  ],
);

/** Provider events that were handled, so that a repeated one changes nothing. */
export const payment_events = pgTable("payment_events", {
  id: text().primaryKey(),
  provider: text().notNull(),
  type: text().notNull(),
  /** The provider's id of the event's object. */
  object_id: text().notNull(),
  received_at: instant().notNull(),
});
