import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { services } from "./catalog";
import { instant, timestamps } from "./columns";
import { properties } from "./customers";
import { crew_members } from "./office";

/** Links by which a member's phone is let into /crew. Each lets in one phone; its key signs the id. */
export const crew_invitations = pgTable(
  "crew_invitations",
  {
    id: uuid().primaryKey().defaultRandom(),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id, { onDelete: "cascade" }),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    expires_at: instant().notNull(),
    used_at: instant(),
    ...timestamps,
  },
  (t) => [index("crew_invitations_member_id").on(t.member_id)],
);

/**
 * Phones that may open /crew. Their cookie holds a secret, of which only the SHA-256 is stored. A phone asks for its PIN
 * once `unlocked_until` is over. One that was ended is told to wipe what it keeps, at its next contact (`wiped_at`).
 */
export const crew_phones = pgTable(
  "crew_phones",
  {
    id: uuid().primaryKey().defaultRandom(),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id, { onDelete: "cascade" }),
    secret_hash: text().notNull().unique(),
    /** What it calls itself, such as "Chrome on Android". */
    name: text().notNull(),
    pin_hash: text().notNull(),
    /** Wrong PINs since the last right one. */
    pin_misses: integer().notNull().default(0),
    unlocked_until: instant().notNull(),
    last_seen_at: instant().notNull(),
    ended_at: instant(),
    wiped_at: instant(),
    ...timestamps,
  },
  (t) => [index("crew_phones_member_id").on(t.member_id)],
);

/**
 * What members tapped on their phones, in the order of arrival; only added to. `id` is the phone's, so that an event that
 * arrives twice counts once. `happened_at` is the phone's time, corrected by how far its clock was off; `phone_at` is
 * what the phone said.
 */
export const visit_events = pgTable(
  "visit_events",
  {
    id: uuid().primaryKey(),
    position: integer().generatedAlwaysAsIdentity().notNull(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    phone_id: uuid().references(() => crew_phones.id, { onDelete: "set null" }),
    kind: text({
      enum: ["on_my_way", "started", "paused", "resumed", "finished", "checked", "unchecked", "undone"],
    }).notNull(),
    /** Who it counts for; for `checked`, `unchecked` and `undone` nobody. */
    members: uuid().array().notNull().default([]),
    item_id: uuid().references((): AnyPgColumn => checklist_items.id, { onDelete: "cascade" }),
    /** The tap that `undone` takes back, which may arrive later. */
    undoes: uuid(),
    happened_at: instant().notNull(),
    phone_at: instant().notNull(),
    received_at: instant().notNull(),
  },
  (t) => [
    check(
      "visit_events_kind",
      sql`${t.kind} in ('on_my_way', 'started', 'paused', 'resumed', 'finished', 'checked', 'unchecked', 'undone')`,
    ),
    check("visit_events_item", sql`(${t.item_id} is not null) = (${t.kind} in ('checked', 'unchecked'))`),
    check("visit_events_undoes", sql`(${t.undoes} is not null) = (${t.kind} = 'undone')`),
    uniqueIndex("visit_events_position").on(t.position),
    index("visit_events_booking_id").on(t.booking_id, t.happened_at),
    index("visit_events_happened_at").on(t.happened_at),
  ],
);

/** What is to be done at each visit of a service, or at one home. An archived one stays for the visits of before. */
export const checklist_items = pgTable(
  "checklist_items",
  {
    id: uuid().primaryKey().defaultRandom(),
    service_id: text().references(() => services.id),
    property_id: uuid().references(() => properties.id, { onDelete: "cascade" }),
    text: text().notNull(),
    /** The same in Spanish; null: shown as it is. */
    text_es: text(),
    /** `required`: a visit can't be finished without it. */
    need: text({ enum: ["required", "optional"] })
      .notNull()
      .default("optional"),
    sort_order: integer().notNull().default(0),
    archived_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("checklist_items_of_one", sql`(${t.service_id} is null) <> (${t.property_id} is null)`),
    check("checklist_items_need", sql`${t.need} in ('required', 'optional')`),
    index("checklist_items_service_id").on(t.service_id),
    index("checklist_items_property_id").on(t.property_id),
  ],
);

/** What a crew tells the office from a visit, and what the office answers. `id` is the phone's. */
export const visit_reports = pgTable(
  "visit_reports",
  {
    id: uuid().primaryKey(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    kind: text({ enum: ["more time", "no entry", "damage", "extra"] }).notNull(),
    words: text().notNull(),
    happened_at: instant().notNull(),
    answer: text(),
    answered_by: uuid().references(() => users.id, { onDelete: "set null" }),
    answered_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("visit_reports_kind", sql`${t.kind} in ('more time', 'no entry', 'damage', 'extra')`),
    index("visit_reports_booking_id").on(t.booking_id),
    index("visit_reports_open").on(t.created_at).where(sql`${t.answered_at} is null`),
  ],
);

/** Events of phones that were not taken, and why: so that nothing that was tapped is lost. The office sees them. */
export const refused_events = pgTable(
  "refused_events",
  {
    id: uuid().primaryKey(),
    booking_id: uuid().references(() => bookings.id, { onDelete: "cascade" }),
    member_id: uuid()
      .notNull()
      .references(() => crew_members.id),
    phone_id: uuid().references(() => crew_phones.id, { onDelete: "set null" }),
    kind: text().notNull(),
    reason: text().notNull(),
    phone_at: instant().notNull(),
    received_at: instant().notNull(),
  },
  (t) => [index("refused_events_received_at").on(t.received_at)],
);
