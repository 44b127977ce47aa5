import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Tries counted against the rate limits, for all processes together. Unlogged: emptied when PostgreSQL crashes, and in no
 * backup. Columns and their order are those of rate-limiter-flexible.
 */
export const rate_limits = pgTable("rate_limits", {
  /** The limit's name and a keyed hash of who is counted. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: "number" }).notNull(),
});
