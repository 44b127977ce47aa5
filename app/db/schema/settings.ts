import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";

/** One row per setting. A missing row means the default (app/features/operations/settings). */
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

/** Seeds that have run here, so that what staff delete stays deleted. */
export const seeds = pgTable("seeds", {
  name: text().primaryKey(),
  applied_at: instant().notNull(),
});
