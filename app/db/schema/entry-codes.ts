import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";
import { properties } from "./customers";
import { crew_phones } from "./fieldwork";
import { crew_members } from "./office";
import { plans } from "./plans";

const KINDS = ["code", "key", "alarm"] as const;

/** What opens a home (decision 073). `sealed` opens only under the key of entry codes, and only for this row and home. */
export const entry_codes = pgTable(
  "entry_codes",
  {
    id: uuid().primaryKey().defaultRandom(),
    property_id: uuid()
      .notNull()
      .references(() => properties.id, { onDelete: "cascade" }),
    kind: text({ enum: KINDS }).notNull(),
    /** What it opens, such as "Front door lockbox". Never the code itself. */
    label: text().notNull(),
    sealed: text().notNull(),
    /** Who entered it, or replaced it last. */
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    ...timestamps,
  },
  (t) => [
    check("entry_codes_kind", sql`${t.kind} in ('code', 'key', 'alarm')`),
    index("entry_codes_property_id").on(t.property_id, t.created_at),
  ],
);

/**
 * Each time that an entry code was shown: to a member on a phone for a visit, or to one of the office. Only added to:
 * a trigger refuses changes. Kind, label and the phone's name are copies, because codes and phones go.
 */
export const entry_code_reveals = pgTable(
  "entry_code_reveals",
  {
    id: uuid().primaryKey().defaultRandom(),
    property_id: uuid()
      .notNull()
      .references(() => properties.id, { onDelete: "cascade" }),
    code_id: uuid().references(() => entry_codes.id, { onDelete: "set null" }),
    kind: text({ enum: KINDS }).notNull(),
    label: text().notNull(),
    booking_id: uuid().references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid().references(() => crew_members.id, { onDelete: "set null" }),
    phone_id: uuid().references(() => crew_phones.id, { onDelete: "set null" }),
    phone_name: text(),
    /** One of the office. */
    user_id: uuid().references(() => users.id, { onDelete: "set null" }),
    revealed_at: instant().notNull(),
  },
  (t) => [
    check("entry_code_reveals_kind", sql`${t.kind} in ('code', 'key', 'alarm')`),
    index("entry_code_reveals_property_id").on(t.property_id, t.revealed_at),
    index("entry_code_reveals_booking_id").on(t.booking_id, t.revealed_at),
    index("entry_code_reveals_code_id").on(t.code_id),
  ],
);

/** Words of a note that look like an entry code, of which somebody said that they are none. */
export const entry_code_dismissals = pgTable(
  "entry_code_dismissals",
  {
    id: uuid().primaryKey().defaultRandom(),
    property_id: uuid().references(() => properties.id, { onDelete: "cascade" }),
    plan_id: uuid().references(() => plans.id, { onDelete: "cascade" }),
    booking_id: uuid().references(() => bookings.id, { onDelete: "cascade" }),
    words: text().notNull(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
  },
  (t) => [
    check(
      "entry_code_dismissals_of_one",
      sql`num_nonnulls(${t.property_id}, ${t.plan_id}, ${t.booking_id}) = 1`,
    ),
    unique("entry_code_dismissals_once")
      .on(t.property_id, t.plan_id, t.booking_id, t.words)
      .nullsNotDistinct(),
    index("entry_code_dismissals_plan_id").on(t.plan_id),
    index("entry_code_dismissals_booking_id").on(t.booking_id),
  ],
);
