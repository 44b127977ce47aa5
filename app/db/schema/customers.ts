import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";

/**
 * A person or company that we clean for, with or without account (decision 043). The names and phone of an account are
 * copied here by triggers (migration 0023). A merged customer keeps its row until the merge can't be undone any more.
 */
export const customers = pgTable(
  "customers",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: integer().generatedByDefaultAsIdentity({ startWith: 1001 }).notNull().unique(),
    kind: text({ enum: ["person", "company"] })
      .notNull()
      .default("person"),
    first_name: text(),
    last_name: text(),
    company_name: text(),
    /** Lower case, for search and sorting. */
    name: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(btrim(coalesce(company_name, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')))`,
      ),
    /** A language tag, such as "en" or "es". */
    language: text().notNull().default("en"),
    tags: text().array().notNull().default([]),
    /** How they came, such as "website" or "referral"; null: unknown. */
    source: text(),
    /** The account that belongs to it. */
    user_id: uuid()
      .unique()
      .references(() => users.id, { onDelete: "set null" }),
    /** What their referral link ends with: random. */
    referral_code: text()
      .notNull()
      .unique()
      .default(sql`substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)`),
    /** Its foreign key is deferrable (migration 0054): a restore may load it before the one that it names. */
    merged_into: uuid().references((): AnyPgColumn => customers.id, { onDelete: "cascade" }),
    ...timestamps,
  },
  (t) => [
    check("customers_kind", sql`${t.kind} in ('person', 'company')`),
    check("customers_not_merged_with_itself", sql`${t.merged_into} <> ${t.id}`),
    index("customers_created_at").on(t.created_at, t.id).where(sql`${t.merged_into} is null`),
    index("customers_merged_into").on(t.merged_into).where(sql`${t.merged_into} is not null`),
    index("customers_tags").using("gin", t.tags),
  ],
);

/** An email (lower case) or phone number (E.164) of a customer. Only a verified email links bookings by itself. */
export const customer_contacts = pgTable(
  "customer_contacts",
  {
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    kind: text({ enum: ["email", "phone"] }).notNull(),
    value: text().notNull(),
    /** What it is for, such as "work". */
    label: text(),
    is_primary: boolean().notNull().default(false),
    /** When the account or the office confirmed that it is theirs. */
    verified_at: instant(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.customer_id, t.kind, t.value] }),
    check("customer_contacts_kind", sql`${t.kind} in ('email', 'phone')`),
    index("customer_contacts_value").on(t.kind, t.value),
    uniqueIndex("customer_contacts_one_primary").on(t.customer_id, t.kind).where(sql`${t.is_primary}`),
    uniqueIndex("customer_contacts_verified_email")
      .on(t.value)
      .where(sql`${t.kind} = 'email' and ${t.verified_at} is not null`),
  ],
);

/** Two customers that were merged: `merged_id` into `kept_id`. `moved` says what an undo moves back. */
export const customer_merges = pgTable(
  "customer_merges",
  {
    id: uuid().primaryKey().defaultRandom(),
    kept_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    merged_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    moved: jsonb().$type<Record<string, unknown>>().notNull(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    undone_at: instant(),
    ...timestamps,
  },
  (t) => [index("customer_merges_kept_id").on(t.kept_id), index("customer_merges_merged_id").on(t.merged_id)],
);

/** Two customers that the office said are not the same; `one` is less than `other`. */
export const customer_distinctions = pgTable(
  "customer_distinctions",
  {
    one: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    other: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.one, t.other] })],
);

/** An account's data. `id` is the user's id. The email is the user's. */
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
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    /** The account that manages it; null for a customer without account. */
    user_id: uuid().references(() => profiles.id, { onDelete: "cascade" }),
    name: text(),
    property_type: text({ enum: ["residential", "commercial"] }).notNull(),
    address_line1: text().notNull(),
    address_line2: text(),
    city: text().notNull(),
    state: text().notNull(),
    zip_code: text().notNull(),
    bedrooms: integer(),
    bathrooms: integer(),
    half_baths: integer(),
    square_footage: integer(),
    special_instructions: text(),
    /** Which there are, and where to park: what crews ask first. */
    pets: text(),
    parking: text(),
    is_default: boolean().notNull().default(false),
    ...timestamps,
  },
  (t) => [
    index("properties_user_id").on(t.user_id, t.created_at),
    index("properties_customer_id").on(t.customer_id, t.created_at),
    uniqueIndex("properties_one_default").on(t.user_id).where(sql`${t.is_default}`),
    check("properties_type", sql`${t.property_type} in ('residential', 'commercial')`),
  ],
);

/** Customers' calendar addresses before `calendar_addresses`. Empty; to be dropped one version later. */
export const calendar_feeds = pgTable("calendar_feeds", {
  user_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  token: text().notNull().unique(),
  ...timestamps,
});

/** A request from outside the service area: nobody pays, and the office sees where the demand is. */
export const area_requests = pgTable(
  "area_requests",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The id of the form, so that a form sent twice is one request. */
    submission_id: uuid().notNull().unique(),
    zip_code: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    service_id: text(),
    wished_date: date(),
    message: text(),
    status: text({ enum: ["new", "answered", "archived"] })
      .notNull()
      .default("new"),
    ...timestamps,
  },
  (t) => [
    check("area_requests_status", sql`${t.status} in ('new', 'answered', 'archived')`),
    index("area_requests_created_at").on(t.created_at, t.id),
    index("area_requests_zip_code").on(t.zip_code),
    index("area_requests_email").on(sql`lower(${t.email})`),
  ],
);

/** A list as a member of staff saved it: its filters as a query. Without a name: how they left the list. */
export const saved_views = pgTable(
  "saved_views",
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    list: text().notNull(),
    name: text(),
    query: text().notNull(),
    ...timestamps,
  },
  (t) => [unique("saved_views_once").on(t.user_id, t.list, t.name).nullsNotDistinct()],
);
