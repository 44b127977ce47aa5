import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";
import { crews } from "./crews";

/** Addresses that receive events. `secret` is sealed; it signs deliveries. */
export const webhooks = pgTable("webhooks", {
  id: uuid().primaryKey().defaultRandom(),
  url: text().notNull(),
  secret: text().notNull(),
  events: jsonb().$type<string[]>().notNull(),
  is_active: boolean().notNull().default(true),
  ...timestamps,
});

/** Deliveries, one per event and address. `event_key` names the event, such as `booking.confirmed:ID`. */
export const webhook_deliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey().defaultRandom(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text().notNull(),
    event_key: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text({ enum: ["queued", "sent", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    /** The HTTP status of the response; null without a response. */
    answer: integer(),
    error: text(),
    sent_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("webhook_deliveries_status", sql`${t.status} in ('queued', 'sent', 'failed')`),
    uniqueIndex("webhook_deliveries_once").on(t.webhook_id, t.event_key),
    index("webhook_deliveries_created_at").on(t.created_at, t.id),
    index("webhook_deliveries_status").on(t.status, t.created_at, t.id),
    index("webhook_deliveries_event").on(t.event, t.created_at, t.id),
    index("webhook_deliveries_webhook").on(t.webhook_id, t.created_at, t.id),
  ],
);

/** Addresses (lower case) that emails can't reach. Nothing is sent there until staff allow it again. */
export const bounced_addresses = pgTable("bounced_addresses", {
  address: text().primaryKey(),
  /** The mail server's reply. */
  reason: text().notNull(),
  created_at: instant().notNull(),
});

/** Which emails a customer wants; no row means all. */
export const mail_choices = pgTable("mail_choices", {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  reminders: boolean().notNull().default(true),
  reviews: boolean().notNull().default(true),
  /** An email when a crew looks at the entry codes of a home. */
  reveals: boolean().notNull().default(false),
  ...timestamps,
});

/**
 * Browsers that an account has signed in with; `device` is a digest. A trusted one has a limit of its own when it signs in;
 * a new password, or ending all sessions, ends the trust.
 */
export const known_devices = pgTable(
  "known_devices",
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    device: text().notNull(),
    is_trusted: boolean().notNull().default(true),
    created_at: instant().notNull(),
    seen_at: instant().notNull(),
  },
  (t) => [uniqueIndex("known_devices_once").on(t.user_id, t.device)],
);

/**
 * The secret addresses of people's calendars: a person's own visits, or for staff those of a crew or of all crews. `token_hash`
 * is the SHA-256 of the secret in the address. Staff's work only while their role may read the schedule. Deleting a row ends
 * the address.
 */
export const calendar_addresses = pgTable(
  "calendar_addresses",
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    shows: text({ enum: ["own visits", "crew", "all crews"] }).notNull(),
    crew_id: uuid().references(() => crews.id, { onDelete: "cascade" }),
    token_hash: text().notNull().unique(),
    created_at: instant().notNull().default(sql`now()`),
    last_read_at: instant(),
  },
  (t) => [
    check("calendar_addresses_shows", sql`${t.shows} in ('own visits', 'crew', 'all crews')`),
    check("calendar_addresses_crew", sql`(${t.shows} = 'crew') = (${t.crew_id} is not null)`),
    unique("calendar_addresses_once").on(t.user_id, t.shows, t.crew_id).nullsNotDistinct(),
  ],
);

/**
 * What staff's calendar addresses were before `calendar_addresses`: one per crew, and one for all crews (crew null). They don't
 * work any more. A row says that there was one. To be dropped one version later.
 */
export const work_feeds = pgTable(
  "work_feeds",
  {
    id: uuid().primaryKey().defaultRandom(),
    crew_id: uuid().references(() => crews.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    ...timestamps,
  },
  (t) => [unique("work_feeds_once").on(t.crew_id).nullsNotDistinct()],
);
