import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";
import { files } from "./files";

/**
 * A text of the site that the office has touched. `number` is what votes and bookmarks know an article by, and what the
 * address of an opening has; null for a page, and for the text of a service. Without `published_version` the text that ships is shown, if there is one; `hidden` takes an article off the site.
 */
export const site_texts = pgTable(
  "site_texts",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    number: integer(),
    /** The last part of a published article's address; null: its number. */
    slug: text().unique(),
    published_version: integer(),
    published_at: instant(),
    /** The version that goes live at `publish_at`. */
    planned_version: integer(),
    publish_at: instant(),
    hidden: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("site_texts_page").on(t.kind).where(sql`${t.number} is null`),
    uniqueIndex("site_texts_kind_number").on(t.kind, t.number),
    index("site_texts_publish_at").on(t.publish_at).where(sql`${t.publish_at} is not null`),
    check("site_texts_number", sql`(${t.kind} in ('article', 'opening')) = (${t.number} is not null)`),
    check("site_texts_published", sql`(${t.published_version} is null) = (${t.published_at} is null)`),
    check("site_texts_planned", sql`(${t.planned_version} is null) = (${t.publish_at} is null)`),
    check("site_texts_address", sql`${t.slug} ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'`),
  ],
);

/** What was saved of a text, from 1 on; only added to. `fields` are those of its kind, such as a title. */
export const site_text_versions = pgTable(
  "site_text_versions",
  {
    id: uuid().primaryKey().defaultRandom(),
    text_id: uuid().notNull(),
    number: integer().notNull(),
    fields: jsonb().$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    created_at: instant().notNull(),
  },
  (t) => [
    foreignKey({
      name: "site_text_versions_text_id_fk",
      columns: [t.text_id],
      foreignColumns: [site_texts.id],
    }).onDelete("cascade"),
    uniqueIndex("site_text_versions_number").on(t.text_id, t.number),
    index("site_text_versions_author_id").on(t.author_id),
  ],
);

/** The last part of an address that an article had, which leads to where it is now. */
export const site_redirects = pgTable(
  "site_redirects",
  {
    slug: text().primaryKey(),
    text_id: uuid()
      .notNull()
      .references(() => site_texts.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
  },
  (t) => [index("site_redirects_text_id").on(t.text_id)],
);

/**
 * Pictures of the office's texts. Markdown names one by its number, which is never used again. `alt` says what it shows, for
 * covers; null: it only decorates. `key` changes with the picture, so that browsers may keep its files for good.
 */
export const site_pictures = pgTable("site_pictures", {
  id: uuid().primaryKey(),
  number: integer().notNull().generatedByDefaultAsIdentity().unique(),
  alt: text(),
  key: text().notNull(),
  /** Pixels, of the widest file. */
  width: integer().notNull(),
  height: integer().notNull(),
  ...timestamps,
});

/** The files of a picture: "960.avif" is 960 pixels wide; "share.jpeg" is cut for a share image. */
export const site_picture_files = pgTable(
  "site_picture_files",
  {
    picture_id: uuid()
      .notNull()
      .references(() => site_pictures.id, { onDelete: "cascade" }),
    name: text().notNull(),
    file_id: uuid()
      .notNull()
      .references(() => files.id),
  },
  (t) => [
    primaryKey({ columns: [t.picture_id, t.name] }),
    index("site_picture_files_file_id").on(t.file_id),
    check("site_picture_files_name", sql`${t.name} ~ '^[0-9]+[.](avif|webp)$|^share[.]jpeg$'`),
  ],
);
