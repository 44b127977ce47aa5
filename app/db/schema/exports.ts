import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";

/** See Figures in app/features/operations/export/file/figures.ts. */
type StoredFigures = Record<string, Record<string, number>>;

/**
 * Everything of a site as one ZIP (decision 085): made here, or uploaded to be taken back. Its file is in DATA_DIR/exports until
 * `expires_at`. Like `backups` it lists this machine's files: neither a backup nor an export has it, and a reset keeps it.
 */
export const exports = pgTable(
  "exports",
  {
    id: uuid().primaryKey().defaultRandom(),
    origin: text({ enum: ["made", "uploaded"] }).notNull(),
    status: text({
      enum: ["running", "made", "checking", "checked", "loading", "loaded", "failed"],
    }).notNull(),
    file: text().notNull().unique(),
    bytes: bigint({ mode: "number" }),
    /** How far the present work is, in percent. */
    progress: integer().notNull().default(0),
    /** When the export was made, wherever that was, and what it says of itself. */
    made_at: instant(),
    company: text(),
    figures: jsonb().$type<StoredFigures>(),
    /** The same figures, counted anew here after it was taken back. */
    loaded_figures: jsonb().$type<StoredFigures>(),
    /** How many of its files the store did not have when it was made. */
    missing_files: integer().notNull().default(0),
    /** Their names, as its manifest has them: the first ones. */
    missing: jsonb().$type<string[]>().notNull().default([]),
    error: text(),
    expires_at: instant().notNull(),
    ...timestamps,
  },
  (t) => [
    check("exports_origin", sql`${t.origin} in ('made', 'uploaded')`),
    check(
      "exports_status",
      sql`${t.status} in ('running', 'made', 'checking', 'checked', 'loading', 'loaded', 'failed')`,
    ),
    index("exports_created_at").on(t.created_at),
  ],
);
