import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  time,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { services } from "./catalog";
import {
  type FrozenExtra,
  type FrozenLine,
  type FrozenPolicy,
  instant,
  instantRange,
  timestamps,
} from "./columns";
import { crews } from "./crews";
import { customers, profiles, properties } from "./customers";
import { plans } from "./plans";
import { series } from "./series";

/**
 * A visit. `scheduled_*` are in the company's time zone. `blocked` is when the crew is busy: the visit and the travel after
 * it. The exclusion constraint `bookings_one_visit_a_crew` (migration 0000) refuses overlaps. The address is a copy, so
 * that editing a home doesn't change the past.
 */
export const bookings = pgTable(
  "bookings",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What people call it: "#1042". */
    number: integer().generatedByDefaultAsIdentity({ startWith: 1001 }).notNull(),
    draft_id: text(),
    request_hash: text(),
    /** The account that booked it; null for guests. */
    user_id: uuid().references(() => profiles.id, { onDelete: "set null" }),
    /** Whom it is for, once it is confirmed. */
    customer_id: uuid().references(() => customers.id, { onDelete: "set null" }),
    service_id: text()
      .notNull()
      .references(() => services.id),
    property_id: uuid().references(() => properties.id, {
      onDelete: "set null",
    }),
    crew_id: uuid().references(() => crews.id),
    /** The visit's plan, which is charged in its place: such a visit has no order. `plan_visit` counts from 1. */
    plan_id: uuid().references(() => plans.id),
    plan_visit: integer(),
    /** The visit that this one makes right, for nothing. */
    re_clean_of: uuid().references((): AnyPgColumn => bookings.id, { onDelete: "set null" }),
    /**
     * The program in which it took place before the company moved in (decision 083): it has no order and no crew, and asks for
     * nothing. Null: a visit of this site.
     */
    history_of: text(),
    /** The series of single visits that it belongs to. */
    series_id: uuid().references(() => series.id, { onDelete: "set null" }),
    /** The plan for whose sale it was taken out of the calendar. It comes back if that plan is not paid. */
    made_room_for: uuid().references(() => plans.id, { onDelete: "set null" }),
    /** How many times staff ended the guest link. Its key signs this number. */
    link_generation: integer().notNull().default(0),
    scheduled_date: date().notNull(),
    scheduled_time: time().notNull(),
    duration_hours: numeric({
      precision: 5,
      scale: 2,
      mode: "number",
    }).notNull(),
    starts_at: instant().notNull(),
    ends_at: instant().notNull(),
    blocked: instantRange().notNull(),
    status: text({
      enum: ["pending", "confirmed", "completed", "cancelled"],
    }).notNull(),
    total_amount: integer().notNull(),
    tax_amount: integer().notNull().default(0),
    price_lines: jsonb().$type<FrozenLine[]>().notNull(),
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
    hold_expires_at: instant(),
    /** A keyed hash of the network that the hold came from; deleted after a day. */
    client_hash: text(),
    needs_attention: text(),
    /** Why staff set aside a rule (opening hours, area, notice, drive) for this visit. */
    override_reason: text(),
    /** The customer or the office asked for its crew; "Shorten the drives" leaves it alone. */
    crew_requested: boolean().notNull().default(false),
    /** The office lets its crew finish it without the required items; `items_waived_why` says why. */
    items_waived: boolean().notNull().default(false),
    items_waived_why: text(),
    /** A visit that was moved shortly before its start keeps the late fee. */
    late_fee_applies: boolean().notNull().default(false),
    /** SEQUENCE of the calendar entry; incremented by each change that calendars must show. */
    calendar_sequence: integer().notNull().default(0),
    cancelled_at: instant(),
    /** The key of the visit's name, street and town in `search_texts`. */
    search_key: uuid()
      .notNull()
      .generatedAlwaysAs(
        sql`md5(lower(coalesce(customer_name, '') || ' ' || address_line1 || ' ' || city))::uuid`,
      ),
    ...timestamps,
  },
  (t) => [
    check("bookings_status", sql`${t.status} in ('pending', 'confirmed', 'completed', 'cancelled')`),
    check("bookings_amounts", sql`${t.total_amount} >= 0 and ${t.tax_amount} >= 0`),
    check(
      "bookings_order_of_times",
      sql`${t.starts_at} < ${t.ends_at} and ${t.ends_at} <= upper(${t.blocked})`,
    ),
    check("bookings_plan_visit_counted", sql`(${t.plan_id} is null) = (${t.plan_visit} is null)`),
    uniqueIndex("bookings_plan_visit").on(t.plan_id, t.plan_visit),
    uniqueIndex("bookings_one_a_draft").on(t.draft_id).where(sql`${t.status} <> 'cancelled'`),
    index("bookings_given_up")
      .on(t.draft_id)
      .where(sql`${t.draft_id} is not null and ${t.status} = 'cancelled'`),
    // Covers all columns that tell whether a crew is busy: migration 0005.
    index("bookings_starts_at").on(t.starts_at).where(sql`${t.status} <> 'cancelled'`),
    index("bookings_scheduled_date").on(t.scheduled_date, t.id),
    index("bookings_status_date").on(t.status, t.scheduled_date, t.id),
    index("bookings_crew_date").on(t.crew_id, t.scheduled_date),
    uniqueIndex("bookings_number").on(t.number),
    index("bookings_customer_id").on(t.customer_id, t.scheduled_date),
    index("bookings_user_id").on(t.user_id, t.scheduled_date),
    index("bookings_guest_email").on(sql`lower(${t.customer_email})`).where(sql`${t.user_id} is null`),
    index("bookings_home").on(sql`lower(${t.address_line1})`, t.zip_code),
    index("bookings_with_notes").on(t.starts_at, t.id).where(sql`${t.notes} is not null`),
    index("bookings_unassigned")
      .on(t.starts_at, t.id)
      .where(sql`${t.crew_id} is null and ${t.status} in ('pending', 'confirmed')`),
    index("bookings_client_hash").on(t.client_hash).where(sql`${t.client_hash} is not null`),
    index("bookings_re_clean_of").on(t.re_clean_of).where(sql`${t.re_clean_of} is not null`),
    index("bookings_series_id").on(t.series_id, t.scheduled_date).where(sql`${t.series_id} is not null`),
    index("bookings_made_room_for").on(t.made_room_for).where(sql`${t.made_room_for} is not null`),
    index("bookings_needs_attention").on(t.scheduled_date).where(sql`${t.needs_attention} is not null`),
    index("bookings_hold_expires_at").on(t.hold_expires_at).where(sql`${t.status} = 'pending'`),
  ],
);
