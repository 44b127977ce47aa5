import { sql } from "drizzle-orm";
import { boolean, check, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";
import { files } from "./files";

/** One row per setting. A missing row means the default (app/features/operations/settings). */
export const admin_settings = pgTable(
  "admin_settings",
  {
    id: uuid().primaryKey().defaultRandom(),
    category: text().notNull(),
    key: text().notNull(),
    value: text().notNull(),
    /** The file that the setting is about, such as the logo. */
    file_id: uuid().references(() => files.id),
    ...timestamps,
  },
  (t) => [unique("admin_settings_category_key").on(t.category, t.key)],
);

/** A setting as stored; null: its default. */
export type StoredSetting = { category: string; key: string; value: string | null };

/**
 * Grave settings as they were before a change, to be put back from the email that tells of it. `part` is what changed; secrets
 * in `before` are sealed as they are in admin_settings.
 */
export const settings_undos = pgTable("settings_undos", {
  id: uuid().primaryKey().defaultRandom(),
  part: text().$type<"mail server" | "contact address">().notNull(),
  before: jsonb().$type<StoredSetting[]>().notNull(),
  changed_by: uuid().references(() => users.id, { onDelete: "set null" }),
  created_at: instant().notNull(),
  expires_at: instant().notNull(),
  undone_at: instant(),
});

/** Seeds that have run here, so that what staff delete stays deleted. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  applied_at: instant().notNull(),
});

/** What each check before going live found last. Checks that could not be done change nothing here. */
export const watched_checks = pgTable(
  "watched_checks",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    state: text({ enum: ["good", "todo", "broken"] }).notNull(),
    says: text().notNull(),
    mend: jsonb().$type<{
      copy?: { what: string; text: string };
      link?: { label: string; href: string };
    }>(),
    /** Since when it is in this state. */
    since: instant().notNull(),
    /** Whether it was ever other than broken. What never was stands on the page, and nobody is told. */
    was_right: boolean().notNull(),
    /** Whether owners were told that it is broken, and not yet that it is mended. */
    is_told: boolean().notNull().default(false),
    /** When they were last told that it is broken. */
    told_at: instant(),
  },
  (t) => [check("watched_checks_state", sql`${t.state} in ('good', 'todo', 'broken')`)],
);
