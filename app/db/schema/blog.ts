import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { profiles } from "./customers";

/** 'Found this helpful': one per visitor and article. `visitor_id` is a random id in the visitor's cookie. */
export const article_votes = pgTable(
  "article_votes",
  {
    article_id: integer().notNull(),
    visitor_id: uuid().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.article_id, t.visitor_id] })],
);

/** Articles that signed-in readers saved. */
export const saved_articles = pgTable(
  "saved_articles",
  {
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    article_id: integer().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.article_id] }),
    index("saved_articles_created_at").on(t.user_id, t.created_at),
  ],
);
