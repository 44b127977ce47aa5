import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant } from "./columns";
import { files } from "./files";

/** What becomes of a claim. */
export const CLAIM_STATUSES = ["open", "re-clean", "credit", "refused"] as const;

/**
 * What a customer says was not right about a visit, and how the office answered. `id` is the id of its form, so that a form
 * that is sent twice is one claim. A visit has one open claim.
 */
export const claims = pgTable(
  "claims",
  {
    id: uuid().primaryKey(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** Where in the home, and what: the customer's words. */
    room: text().notNull(),
    words: text().notNull(),
    status: text({ enum: CLAIM_STATUSES }).notNull().default("open"),
    /** By when the office promises to answer. */
    due_at: instant().notNull(),
    /** Staff's words to the customer. */
    answer: text(),
    answered_at: instant(),
    answered_by: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The visit that answers it. */
    re_clean_id: uuid().references(() => bookings.id, { onDelete: "set null" }),
    /** Cents of credit that answer it, in `currency`. */
    credit: integer(),
    currency: text(),
    created_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("claims_open").on(t.booking_id).where(sql`${t.status} = 'open'`),
    index("claims_booking_id").on(t.booking_id),
    index("claims_created_at").on(t.created_at),
    index("claims_due_at").on(t.due_at).where(sql`${t.status} = 'open'`),
    index("claims_re_clean_id").on(t.re_clean_id).where(sql`${t.re_clean_id} is not null`),
    check("claims_status", sql`${t.status} in ('open', 're-clean', 'credit', 'refused')`),
    check("claims_answered", sql`(${t.status} = 'open') = (${t.answered_at} is null)`),
    check("claims_credit", sql`(${t.credit} is null) = (${t.currency} is null) and ${t.credit} > 0`),
  ],
);

/** The pictures of a claim, in the order in which they came. */
export const claim_pictures = pgTable(
  "claim_pictures",
  {
    id: uuid().primaryKey().defaultRandom(),
    claim_id: uuid()
      .notNull()
      .references(() => claims.id, { onDelete: "cascade" }),
    file_id: uuid()
      .notNull()
      .references(() => files.id),
    /** From 1. */
    position: integer().notNull(),
  },
  (t) => [
    uniqueIndex("claim_pictures_position").on(t.claim_id, t.position),
    index("claim_pictures_file_id").on(t.file_id),
  ],
);
