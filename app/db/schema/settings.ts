import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";

/** One row a setting; a missing row means the default in features/settings. */
export const admin_settings = pgTable(
  "admin_settings",
  {
    id: uuid().primaryKey().defaultRandom(),
    category: text().notNull(),
    key: text().notNull(),
    value: text().notNull(),
    ...timestamps,
  },
  (t) => [unique("admin_settings_category_key").on(t.category, t.key)],
);

/** Which seeds this database has had, so that what staff delete stays deleted. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  applied_at: instant().notNull(),
});
