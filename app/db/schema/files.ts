import { sql } from "drizzle-orm";
import { check, customType, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { timestamps } from "./columns";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Files in the store. The store knows them by their SHA-256, so that the same content is there once. Whose a file is, the
 * tables with a foreign key to it say; one that none of them names is deleted after a day. `uploading`: its content is on
 * its way into the store.
 */
export const files = pgTable(
  "files",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ["photo", "logo"] }).notNull(),
    status: text({ enum: ["uploading", "stored"] }).notNull(),
    media_type: text().notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
    /** Pixels. */
    width: integer(),
    height: integer(),
    /** The thumbnail, if it has one. */
    small_sha256: text(),
    small_bytes: integer(),
    ...timestamps,
  },
  (t) => [
    index("files_sha256").on(t.sha256),
    index("files_small_sha256").on(t.small_sha256),
    index("files_created_at").on(t.created_at),
    check("files_kind", sql`${t.kind} in ('photo', 'logo')`),
    check("files_status", sql`${t.status} in ('uploading', 'stored')`),
    check("files_thumbnail", sql`(${t.small_sha256} is null) = (${t.small_bytes} is null)`),
  ],
);

/**
 * Uploads that arrive in parts. `id` is the sender's, so that an upload that is opened twice is one. Unlogged, with its
 * parts: emptied when PostgreSQL crashes, and in no backup; the sender then begins again.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid().primaryKey(),
    /** Who may go on with it, such as "phone 0b3c…". */
    holder: text().notNull(),
    /** How many there will be, and how many have arrived. */
    bytes: integer().notNull(),
    received: integer().notNull().default(0),
    /** Once it is finished. No foreign key: it keeps no file. */
    file_id: uuid(),
    ...timestamps,
  },
  (t) => [index("uploads_holder").on(t.holder), index("uploads_updated_at").on(t.updated_at)],
);

/** The content of unfinished uploads. */
export const upload_parts = pgTable(
  "upload_parts",
  {
    upload_id: uuid()
      .notNull()
      .references(() => uploads.id, { onDelete: "cascade" }),
    /** Place of its first byte. */
    start: integer().notNull(),
    content: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.upload_id, t.start] })],
);
