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
import { profiles } from "./customers";
import { contact_messages } from "./messages";

const author = () => uuid("author_id").references(() => users.id, { onDelete: "set null" });

/** What staff answered; the mail goes out under the occasion `message-reply:ID`. */
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

/** Answers that staff write again and again. */
export const canned_replies = pgTable("canned_replies", {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull().unique(),
  body: text().notNull(),
  ...timestamps,
});

/** Notes of the staff about a booking, a customer or an application: exactly one of them. Customers never see them. */
export const staff_notes = pgTable(
  "staff_notes",
  {
    id: uuid().primaryKey().defaultRandom(),
    booking_id: uuid().references(() => bookings.id, { onDelete: "cascade" }),
    user_id: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    application_id: uuid().references(() => job_applications.id, { onDelete: "cascade" }),
    author_id: author(),
    body: text().notNull(),
    ...timestamps,
  },
  (t) => [
    check("staff_notes_about_one", sql`num_nonnulls(${t.booking_id}, ${t.user_id}, ${t.application_id}) = 1`),
    index("staff_notes_booking_id").on(t.booking_id),
    index("staff_notes_user_id").on(t.user_id),
    index("staff_notes_application_id").on(t.application_id),
  ],
);

/** An interview with an applicant; `sequence` grows with every change that a calendar must take over. */
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
    /** An interview that was called off keeps its row: a later one changes the same entry of a calendar. */
    cancelled_at: instant(),
    ...timestamps,
  },
  (t) => [check("interviews_minutes", sql`${t.minutes} between 5 and 480`)],
);

/** What staff wrote to an applicant; the mail goes out under the occasion `application-letter:ID`. */
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

/** The people of a crew. */
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
    ...timestamps,
  },
  (t) => [index("crew_members_crew_id").on(t.crew_id)],
);

/**
 * When a crew works, company time: weekday 0 (Sunday) to 6. A crew without any row works whenever the company does;
 * with rows it works only then, and a visit must lie within one of them.
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

/** Days (company time, both included) on which a crew does not work. */
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

/** A day on which weather keeps the crews at home; nothing can be booked in its towns until it is opened again. */
export const storm_days = pgTable("storm_days", {
  id: uuid().primaryKey().defaultRandom(),
  date: date().notNull().unique(),
  /** Lower case; none means every town. */
  towns: text().array().notNull(),
  opened_at: instant(),
  /** The closure that came with the storm and goes with it; null where the office has closed the day, or only towns are meant. */
  closure_id: uuid().references(() => closures.id, { onDelete: "set null" }),
  author_id: author(),
  ...timestamps,
});

/** What is proposed to the customer of one visit of a storm day, and what they answered. */
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

/** Backups that were made, and what restoring them into a scratch database showed. */
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
    verified_at: instant(),
    ...timestamps,
  },
  (t) => [index("backups_created_at").on(t.created_at)],
);

/** Accounts that were erased: kept apart from backups, so that restoring one brings nobody back. */
export const erasures = pgTable("erasures", {
  user_id: uuid().primaryKey(),
  erased_at: instant().notNull(),
});

/** Work that waited when a backup was made, until the queues have it again: a restored site mails what it owes. */
export const restored_jobs = pgTable("restored_jobs", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
});

/**
 * How many rows a big table has, by status, as changes that add up: counting a million rows takes too long for a page,
 * and one row for the total would make all writers wait for each other. Triggers write it (migration 0003); a job adds
 * old changes up.
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
 * What the monthly figures are made of, as changes that add up: completed orders, refunds that did not fail, bookings
 * that are not cancelled. `at` is a bucket: a day (UTC), or a quarter of an hour on days on which a month may begin or
 * end somewhere on earth, so that it lies within one month in every time zone. Triggers write it (migration 0003).
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
 * Of the bookings that have this key, in lower case: whose they are (name and street) and the town. Customers come again,
 * so there are far fewer of them to search than bookings. Triggers keep each while a booking has it (migration 0003).
 */
export const search_texts = pgTable("search_texts", {
  key: uuid().primaryKey(),
  who: text().notNull(),
  town: text().notNull(),
});
