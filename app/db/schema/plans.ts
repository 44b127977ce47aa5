import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  time,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { services } from "./catalog";
import {
  type EarlierRhythm,
  type FrozenExtra,
  type FrozenLine,
  type FrozenPolicy,
  instant,
  timestamps,
} from "./columns";
import { crews } from "./crews";
import { customers, profiles, properties } from "./customers";

/**
 * A monthly service that a customer subscribed to: visits on one weekday at one time (company time), charged per month.
 * `amount` is in cents per month, tax included. Address, price and policy are copies, as on a booking.
 */
export const plans = pgTable(
  "plans",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As in bookings. */
    number: integer().generatedByDefaultAsIdentity({ startWith: 1001 }).notNull(),
    draft_id: text(),
    request_hash: text(),
    user_id: uuid().references(() => profiles.id, { onDelete: "set null" }),
    /** As in bookings. */
    customer_id: uuid().references(() => customers.id, { onDelete: "set null" }),
    service_id: text()
      .notNull()
      .references(() => services.id),
    property_id: uuid().references(() => properties.id, { onDelete: "set null" }),
    /** The crew, unless a visit has another. */
    crew_id: uuid().references(() => crews.id),
    status: text({ enum: ["pending", "active", "paused", "past_due", "ended"] }).notNull(),
    frequency: text({ enum: ["weekly", "biweekly", "monthly"] }).notNull(),
    /** The day of visit number `first_visit`; its weekday is the plan's. */
    first_date: date().notNull(),
    first_visit: integer().notNull().default(1),
    /** How visits with lower numbers were scheduled, the oldest first. */
    earlier_rhythms: jsonb().$type<EarlierRhythm[]>().notNull().default([]),
    slot_time: time().notNull(),
    visit_minutes: integer().notNull(),
    /** How many visits have been scheduled, skipped ones included. */
    visits_laid: integer().notNull().default(0),
    /** Of the next charge. What other months cost tells `plan_prices`. */
    amount: integer().notNull(),
    tax_amount: integer().notNull().default(0),
    price_lines: jsonb().$type<FrozenLine[]>().notNull(),
    currency: text().notNull(),
    policy: jsonb().$type<FrozenPolicy>().notNull(),
    bedrooms: integer(),
    bathrooms: integer(),
    half_baths: integer(),
    square_feet: integer(),
    extras: jsonb().$type<FrozenExtra[]>().notNull().default([]),
    notes: text(),
    address_line1: text().notNull(),
    address_line2: text(),
    city: text().notNull(),
    state: text().notNull(),
    zip_code: text().notNull(),
    customer_name: text(),
    customer_email: text(),
    customer_phone: text(),
    provider: text().notNull(),
    /** The provider's id. */
    subscription_id: text().unique(),
    /** Since when a sync with the provider is pending; null: in sync. */
    untold_since: instant(),
    /** When the last sync succeeded. */
    told_at: instant(),
    hold_expires_at: instant(),
    /** Until when the office holds it for a customer who called and pays by link; null: bought on the booking page. */
    held_until: instant(),
    /** When staff took it back before it was paid. */
    withdrawn_at: instant(),
    /** As in bookings. */
    client_hash: text(),
    needs_attention: text(),
    /** When the first month began. Months are counted from it, at the provider too. */
    billing_anchor: instant(),
    /** The paid month; its end is when the next charge is due. While a charge is owed, the month of that charge. */
    period_start: instant(),
    period_end: instant(),
    /** The charge (its `period_end`) that the customer was last emailed about. */
    announced_for: instant(),
    /** The start of the newest month that is known to be charged or not; null: the paid one. */
    charges_known_to: instant(),
    /** When the provider was last asked about charges. */
    asked_at: instant(),
    /** From this day on there are no visits and no charges; `resumes_on` is when both continue, if known. */
    paused_from: date(),
    resumes_on: date(),
    /** Since when a charge has failed. A week later the visits are released. */
    past_due_since: instant(),
    /** The failed charge ("INVOICE:TRY") that the customer was last emailed about. */
    failure_told: text(),
    /** Where the customer can pay the failed charge. */
    invoice_url: text(),
    /** The last day, once an end is set. */
    ends_on: date(),
    ended_at: instant(),
    /** How many times staff ended the guest link. Its key signs this number. */
    link_generation: integer().notNull().default(0),
    ...timestamps,
  },
  (t) => [
    check("plans_status", sql`${t.status} in ('pending', 'active', 'paused', 'past_due', 'ended')`),
    check("plans_frequency", sql`${t.frequency} in ('weekly', 'biweekly', 'monthly')`),
    check("plans_amounts", sql`${t.amount} > 0 and ${t.tax_amount} >= 0`),
    uniqueIndex("plans_one_a_draft").on(t.draft_id).where(sql`${t.status} not in ('ended')`),
    index("plans_given_up").on(t.draft_id).where(sql`${t.draft_id} is not null and ${t.status} = 'ended'`),
    uniqueIndex("plans_number").on(t.number),
    index("plans_customer_id").on(t.customer_id),
    index("plans_user_id").on(t.user_id),
    index("plans_guest_email").on(sql`lower(${t.customer_email})`).where(sql`${t.user_id} is null`),
    index("plans_status").on(t.status, t.created_at, t.id),
    index("plans_created_at").on(t.created_at, t.id),
    index("plans_charge").on(sql`coalesce(${t.period_end}, ${t.created_at})`, t.id),
    index("plans_client_hash").on(t.client_hash).where(sql`${t.client_hash} is not null`),
    index("plans_needs_attention").on(t.updated_at, t.id).where(sql`${t.needs_attention} is not null`),
    index("plans_hold_expires_at").on(t.hold_expires_at).where(sql`${t.status} = 'pending'`),
    index("plans_untold").on(t.untold_since).where(sql`${t.untold_since} is not null`),
    index("plans_nameless").on(t.user_id).where(sql`coalesce(${t.customer_name}, '') = ''`),
    index("plans_period_end").on(t.period_end).where(sql`${t.status} in ('active', 'past_due', 'paused')`),
  ],
);

/**
 * Each change of a plan's price: the first charge on `starts_on` or later costs `amount`, tax included. `before_*` is what it
 * cost until then. A rise was mailed to its customer with its notice; the prices of one batch share `batch_id`.
 */
export const plan_prices = pgTable(
  "plan_prices",
  {
    id: uuid().primaryKey().defaultRandom(),
    plan_id: uuid()
      .notNull()
      .references(() => plans.id),
    /** Changes of one plan in the order in which they were made. */
    position: integer().generatedAlwaysAsIdentity().notNull(),
    kind: text({ enum: ["change", "rise"] }).notNull(),
    /** `dropped`: the plan ended, or another price took its place. */
    status: text({ enum: ["scheduled", "applied", "withdrawn", "dropped"] }).notNull(),
    starts_on: date().notNull(),
    amount: integer().notNull(),
    tax_amount: integer().notNull(),
    price_lines: jsonb().$type<FrozenLine[]>().notNull(),
    before_amount: integer().notNull(),
    before_lines: jsonb().$type<FrozenLine[]>().notNull(),
    batch_id: uuid(),
    /** When the customer answered a rise with 'keep'. */
    kept_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("plan_prices_kind", sql`${t.kind} in ('change', 'rise')`),
    check("plan_prices_status", sql`${t.status} in ('scheduled', 'applied', 'withdrawn', 'dropped')`),
    check("plan_prices_amounts", sql`${t.amount} > 0 and ${t.tax_amount} >= 0 and ${t.before_amount} > 0`),
    uniqueIndex("plan_prices_one_scheduled").on(t.plan_id).where(sql`${t.status} = 'scheduled'`),
    index("plan_prices_plan_id").on(t.plan_id, t.position),
    index("plan_prices_scheduled").on(t.created_at).where(sql`${t.status} = 'scheduled'`),
  ],
);
