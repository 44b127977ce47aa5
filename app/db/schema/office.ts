import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { job_applications } from "./careers";
import { instant, timestamps } from "./columns";
import { closures, crews } from "./crews";
import { customers, profiles } from "./customers";
import { contact_messages } from "./messages";

const author = () => uuid("author_id").references(() => users.id, { onDelete: "set null" });

/** Staff's reply; its email has the occasion `message-reply:ID`. */
export const message_replies = pgTable(
  "message_replies",
  {
    id: uuid().primaryKey().defaultRandom(),
    message_id: uuid()
      .notNull()
      .references(() => contact_messages.id, { onDelete: "cascade" }),
    author_id: author(),
    body: text().notNull(),
    ...timestamps,
  },
  (t) => [index("message_replies_message_id").on(t.message_id, t.created_at)],
);

/** Replies that staff use often. */
export const canned_replies = pgTable("canned_replies", {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull().unique(),
  body: text().notNull(),
  ...timestamps,
});

/** Staff's notes on a booking, a customer or an application: exactly one is set. Customers never see them. */
export const staff_notes = pgTable(
  "staff_notes",
  {
    id: uuid().primaryKey().defaultRandom(),
    booking_id: uuid().references(() => bookings.id, { onDelete: "cascade" }),
    /** Not written any more: see `customer_id`. */
    user_id: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    application_id: uuid().references(() => job_applications.id, { onDelete: "cascade" }),
    author_id: author(),
    body: text().notNull(),
    ...timestamps,
  },
  (t) => [
    check(
      "staff_notes_of_one",
      sql`num_nonnulls(${t.booking_id}, coalesce(${t.customer_id}, ${t.user_id}), ${t.application_id}) = 1`,
    ),
    index("staff_notes_booking_id").on(t.booking_id),
    index("staff_notes_user_id").on(t.user_id),
    index("staff_notes_customer_id").on(t.customer_id),
    index("staff_notes_application_id").on(t.application_id),
  ],
);

/** An interview with an applicant. `sequence` is incremented by each change that calendars must show. */
export const interviews = pgTable(
  "interviews",
  {
    id: uuid().primaryKey().defaultRandom(),
    application_id: uuid()
      .notNull()
      .unique()
      .references(() => job_applications.id, { onDelete: "cascade" }),
    starts_at: instant().notNull(),
    minutes: integer().notNull(),
    place: text().notNull(),
    message: text().notNull().default(""),
    sequence: integer().notNull().default(0),
    /** A cancelled interview keeps its row: a later one updates the same calendar entry. */
    cancelled_at: instant(),
    ...timestamps,
  },
  (t) => [check("interviews_minutes", sql`${t.minutes} between 5 and 480`)],
);

/** What staff wrote to an applicant; its email has the occasion `application-letter:ID`. */
export const application_mails = pgTable(
  "application_mails",
  {
    id: uuid().primaryKey().defaultRandom(),
    application_id: uuid()
      .notNull()
      .references(() => job_applications.id, { onDelete: "cascade" }),
    author_id: author(),
    subject: text().notNull(),
    body: text().notNull(),
    ...timestamps,
  },
  (t) => [index("application_mails_application_id").on(t.application_id, t.created_at)],
);

/** The members of a crew. One who left keeps the row, because hours and pay stay. */
export const crew_members = pgTable(
  "crew_members",
  {
    id: uuid().primaryKey().defaultRandom(),
    crew_id: uuid()
      .notNull()
      .references(() => crews.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text(),
    phone: text(),
    /** What the phone and emails to this person are written in. */
    language: text({ enum: ["en", "es"] })
      .notNull()
      .default("en"),
    left_at: instant(),
    ...timestamps,
  },
  (t) => [
    index("crew_members_crew_id").on(t.crew_id),
    check("crew_members_language", sql`${t.language} in ('en', 'es')`),
  ],
);

/**
 * A crew's working hours, company time; weekday 0 is Sunday. A crew without rows works whenever the company does. Otherwise
 * a visit must lie within one row.
 */
export const crew_hours = pgTable(
  "crew_hours",
  {
    crew_id: uuid()
      .notNull()
      .references(() => crews.id, { onDelete: "cascade" }),
    weekday: integer().notNull(),
    starts: time().notNull(),
    ends: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.crew_id, t.weekday] }),
    check("crew_hours_weekday", sql`${t.weekday} between 0 and 6`),
    check("crew_hours_order", sql`${t.starts} < ${t.ends}`),
  ],
);

/** A crew's time off: days in company time, both included. */
export const crew_time_off = pgTable(
  "crew_time_off",
  {
    id: uuid().primaryKey().defaultRandom(),
    crew_id: uuid()
      .notNull()
      .references(() => crews.id, { onDelete: "cascade" }),
    first_day: date().notNull(),
    last_day: date().notNull(),
    reason: text(),
    ...timestamps,
  },
  (t) => [
    check("crew_time_off_order", sql`${t.first_day} <= ${t.last_day}`),
    index("crew_time_off_crew_id").on(t.crew_id, t.first_day),
  ],
);

/**
 * A storm day, or a day that the company closed although it had visits. Its towns can't be booked on that day until
 * `opened_at`.
 */
export const storm_days = pgTable("storm_days", {
  id: uuid().primaryKey().defaultRandom(),
  date: date().notNull().unique(),
  kind: text({ enum: ["storm", "closing"] })
    .notNull()
    .default("storm"),
  /** Lower case; null means every town. */
  towns: text().array().notNull(),
  opened_at: instant(),
  /** The closure that the storm added and removes; null if the office closed the day, or only towns are closed. */
  closure_id: uuid().references(() => closures.id, { onDelete: "set null" }),
  author_id: author(),
  ...timestamps,
});

/** The offer to the customer of one visit on a storm day, and the customer's choice. */
export const storm_offers = pgTable(
  "storm_offers",
  {
    id: uuid().primaryKey().defaultRandom(),
    storm_day_id: uuid()
      .notNull()
      .references(() => storm_days.id, { onDelete: "cascade" }),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    proposed_date: date(),
    proposed_time: time(),
    proposed_crew_id: uuid().references(() => crews.id, { onDelete: "set null" }),
    status: text({ enum: ["open", "accepted", "moved", "skipped", "settled"] })
      .notNull()
      .default("open"),
    answered_at: instant(),
    ...timestamps,
  },
  (t) => [
    unique("storm_offers_once").on(t.storm_day_id, t.booking_id),
    index("storm_offers_booking_id").on(t.booking_id),
    check("storm_offers_status", sql`${t.status} in ('open', 'accepted', 'moved', 'skipped', 'settled')`),
  ],
);

/** Backups, and the results of verifying them. */
export const backups = pgTable(
  "backups",
  {
    id: uuid().primaryKey().defaultRandom(),
    file: text().notNull().unique(),
    reason: text({ enum: ["manual", "nightly", "before restore", "before reset", "uploaded"] }).notNull(),
    status: text({
      enum: ["running", "made", "checking", "restoring", "verified", "corrupt", "failed"],
    }).notNull(),
    bytes: bigint({ mode: "number" }),
    error: text(),
    /** How many stored files are in it, only in the store, and in neither; null for backups from before there were any. */
    files: jsonb().$type<{ carried: number; left_out: number; missing: number }>(),
    verified_at: instant(),
    ...timestamps,
  },
  (t) => [index("backups_created_at").on(t.created_at)],
);

/** Ids of erased accounts. Not in backups, so that a restore erases them again. */
export const erasures = pgTable("erasures", {
  user_id: uuid().primaryKey(),
  erased_at: instant().notNull(),
});

/** Jobs that waited when a backup was made, until they are queued again after a restore. */
export const restored_jobs = pgTable("restored_jobs", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
});

/**
 * The number of rows per table and status, as changes to add up: counting a million rows is too slow for a page, and a
 * single row per total would serialize writers. Triggers add changes (migration 0003); a job adds up old ones.
 */
export const row_counts = pgTable(
  "row_counts",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    table_name: text().notNull(),
    status: text().notNull(),
    change: integer().notNull(),
  },
  (t) => [index("row_counts_table").on(t.table_name, t.status, t.change)],
);

/**
 * The monthly figures, as changes to add up: completed orders, refunds that did not fail, bookings that are not cancelled.
 * `at` is the start of a bucket: a day (UTC), or a quarter of an hour on days on which a month begins or ends somewhere, so
 * that a bucket lies within one month in every time zone. Triggers add changes (migration 0003).
 */
export const figures = pgTable(
  "figures",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ["orders", "refunds", "bookings"] }).notNull(),
    at: instant().notNull(),
    currency: text().notNull(),
    count: integer().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [index("figures_at").on(t.at)],
);

/**
 * The name, street and town (lower case) of the bookings with this key. Customers book again, so there are far fewer texts
 * than bookings to search. Triggers keep a text as long as a booking has it (migration 0003).
 */
export const search_texts = pgTable("search_texts", {
  key: uuid().primaryKey(),
  who: text().notNull(),
  town: text().notNull(),
});
