import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { timestamps } from "./columns";

/** A customer's data. `id` is the user's id. The email is the user's. */
export const profiles = pgTable("profiles", {
  id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  first_name: text(),
  last_name: text(),
  phone: text(),
  ...timestamps,
});

/** A saved address. /book offers the one with `is_default` first. */
export const properties = pgTable(
  "properties",
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    name: text(),
    property_type: text({ enum: ["residential", "commercial"] }).notNull(),
    address_line1: text().notNull(),
    address_line2: text(),
    city: text().notNull(),
    state: text().notNull(),
    zip_code: text().notNull(),
    bedrooms: integer(),
    bathrooms: integer(),
    square_footage: integer(),
    special_instructions: text(),
    is_default: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    index("properties_user_id").on(t.user_id, t.created_at),
    uniqueIndex("properties_one_default").on(t.user_id).where(sql`${t.is_default}`),
    check("properties_type", sql`${t.property_type} in ('residential', 'commercial')`),
  ],
);

/** The secret address of a customer's calendar feed. A new token, or no row, revokes the old address. */
export const calendar_feeds = pgTable("calendar_feeds", {
  user_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  token: text().notNull().unique(),
  ...timestamps,
});
