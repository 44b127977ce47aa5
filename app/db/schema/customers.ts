import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

/** A customer's own data; `id` equals the user's id. The e-mail belongs to the signed-in user. */
export const profiles = pgTable("profiles", {
  id: uuid().primaryKey().defaultRandom(),
  first_name: text(),
  last_name: text(),
  phone: text(),
  ...timestamps,
});

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
    ...timestamps,
  },
  (t) => [index("properties_user_id").on(t.user_id, t.created_at)],
);
