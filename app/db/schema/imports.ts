import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant, instantRange, timestamps } from "./columns";
import { customers, properties } from "./customers";

const STATES = ["mapping", "checking", "checked", "committing", "cancelled", "committed", "undone"] as const;
const VERDICTS = ["new", "same", "changed", "conflict", "bad"] as const;

type Choices = Record<string, Record<string, string>>;

/** A file of another program that moves in (decision 080), from its upload to its commit or undo. */
export const import_runs = pgTable(
  "import_runs",
  {
    id: uuid().primaryKey().defaultRandom(),
    file_name: text().notNull(),
    /** The program that the file is from: a key of VENDORS (moving/columns.ts). */
    vendor: text().notNull(),
    /** What its rows are about: a key of SUBJECTS (moving/subjects.ts). */
    subject: text().notNull().default("customers"),
    encoding: text().notNull(),
    headers: jsonb().$type<string[]>().notNull(),
    /** The field of each column, in the order of the columns; null: not imported. */
    mapping: jsonb().$type<(string | null)[]>().notNull(),
    /** What values of the file are here, as people chose: our id by value, by field; empty: nothing of ours. */
    choices: jsonb().$type<Choices>().notNull().default({}),
    /** Values that nobody has chosen for, with the number of their rows, by field. The dry run finds them. */
    unknown: jsonb().$type<Record<string, Record<string, number>>>().notNull().default({}),
    state: text({ enum: STATES }).notNull(),
    row_count: integer().notNull().default(0),
    /** The line that the dry run or the commit has reached. */
    cursor: integer().notNull().default(0),
    /** The line up to which Stripe was asked about the IDs of the file; null when it is not being asked. */
    stripe_line: integer(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** When emails to the customers that it added were switched on; null: none goes out. */
    mails_open_at: instant(),
    /** When it was committed or undone. Its rows are deleted 30 days later. */
    ended_at: instant(),
    ...timestamps,
  },
  (t) => [
    check(
      "import_runs_state",
      sql`${t.state} in ('mapping', 'checking', 'checked', 'committing', 'cancelled', 'committed', 'undone')`,
    ),
    index("import_runs_created_at").on(t.created_at, t.id),
  ],
);

/** What an import changed for one row about a customer, so that it can be undone. Fields are as [before, after]. */
export type Made = {
  /** Whether the customer was added. */
  customer: boolean;
  fields: Record<string, [string | null, string | null]>;
  contacts: { kind: "email" | "phone"; value: string }[];
  tags: string[];
  home: {
    id: string;
    added: boolean;
    fields: Record<string, [string | number | null, string | number | null]>;
  } | null;
  note_id: string | null;
  code_ids: string[];
  /** Cents of credit that were given, or taken if below zero; missing for none, and in imports of before. */
  credit?: number;
  /** The ID at Stripe that was stored, and the one that it replaced. */
  stripe?: { id: string; before: string | null };
  link: {
    id: string;
    before:
      | (Pick<typeof import_links.$inferSelect, "seen" | "fields" | "earlier" | "said_in"> & {
          credit?: number;
        })
      | null;
  };
};

/** A line of the file. `sealed`: its cells as they came, because entry codes may be among them. */
export const import_rows = pgTable(
  "import_rows",
  {
    run_id: uuid()
      .notNull()
      .references(() => import_runs.id, { onDelete: "cascade" }),
    /** Its place among the rows of the import; 1 is the headings. */
    line: integer().notNull(),
    /** The line where a spreadsheet shows it; null in imports of before. */
    file_line: integer(),
    sealed: text().notNull(),
    person_key: text(),
    name: text(),
    email: text(),
    phone: text(),
    address: text(),
    /** What the page lists beside the customer and the address: in words, by heading. */
    facts: jsonb().$type<Record<string, string>>(),
    verdict: text({ enum: VERDICTS }),
    reason: text(),
    /** What differs: the field in words, our value and theirs. */
    differences: jsonb().$type<{ field: string; ours: string | null; theirs: string | null }[]>(),
    /** As CLASHES in moving/rules.ts. */
    clash: text({ enum: ["busy", "off", "closed", "erased"] }),
    /** The crew and the time that the row's visit would take, so that later rows see it. */
    crew_id: uuid(),
    blocked: instantRange(),
    answer: text({ enum: ["ours", "theirs", "skip", "crew", "nobody", "anyway"] }),
    /** The customer that it is, or that it was made. */
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    /** What the commit made of it, as its subject needs it for the undo. */
    made: jsonb().$type<object>(),
    done_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.run_id, t.line] }),
    check("import_rows_verdict", sql`${t.verdict} in ('new', 'same', 'changed', 'conflict', 'bad')`),
    check("import_rows_answer", sql`${t.answer} in ('ours', 'theirs', 'skip', 'crew', 'nobody', 'anyway')`),
    index("import_rows_verdict_of_run").on(t.run_id, t.verdict, t.line),
    index("import_rows_person_of_run").on(t.run_id, t.person_key, t.line),
    index("import_rows_customer_id").on(t.customer_id),
    index("import_rows_taken")
      .using("gist", t.run_id, t.crew_id, t.blocked)
      .where(sql`${t.blocked} is not null`),
  ],
);

/**
 * Whom and which home of ours a record of another program is, so that its next file is known. Keys and values are digests:
 * the customer's own rows have the texts.
 */
export const import_links = pgTable(
  "import_links",
  {
    id: uuid().primaryKey().defaultRandom(),
    vendor: text().notNull(),
    person_key: text().notNull(),
    /** Empty for a record without home. */
    home_key: text().notNull(),
    customer_id: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: "cascade" }),
    property_id: uuid().references(() => properties.id, { onDelete: "set null" }),
    run_id: uuid().references(() => import_runs.id, { onDelete: "set null" }),
    /** Whether that run added the customer, who was merged with nobody from before it: emails to them can be held. */
    is_new: boolean().notNull(),
    /** The values that the last file had, by field: several, if it had several rows for the same. */
    fields: jsonb().$type<Record<string, string[]>>().notNull(),
    /** Those of the file before, as long as the last one is being imported. */
    earlier: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    /** The run of the last file. */
    said_in: uuid().notNull(),
    /** The contacts, tags, notes and codes that a file has had. */
    seen: jsonb().$type<string[]>().notNull(),
    /** Cents of credit that were moved in for this record. */
    credit: integer().notNull().default(0),
    ...timestamps,
  },
  (t) => [
    unique("import_links_once").on(t.vendor, t.person_key, t.home_key),
    index("import_links_customer_id").on(t.customer_id),
    index("import_links_property_id").on(t.property_id),
    index("import_links_run_id").on(t.run_id),
  ],
);

/** How the columns of a file with these headings were mapped last, for the next file with the same ones. */
export const import_templates = pgTable("import_templates", {
  /** A digest of the headings. */
  key: text().primaryKey(),
  vendor: text().notNull(),
  /** As in import_runs. */
  subject: text().notNull().default("customers"),
  mapping: jsonb().$type<(string | null)[]>().notNull(),
  choices: jsonb().$type<Choices>().notNull().default({}),
  ...timestamps,
});

/** Which visit of ours a visit of another program is, so that its next file is known (decision 083). */
export const import_visits = pgTable(
  "import_visits",
  {
    id: uuid().primaryKey().defaultRandom(),
    vendor: text().notNull(),
    /** A digest of its ID, or of whose and when it is. */
    visit_key: text().notNull(),
    booking_id: uuid()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    run_id: uuid().references(() => import_runs.id, { onDelete: "set null" }),
    /** What the last file said: when it is, what it costs and whether it was cancelled. */
    said: jsonb().$type<Record<string, string>>().notNull(),
    /** What it says that a visit here has no place for, in words, by heading. */
    facts: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** How often it comes there; null: once. */
    frequency: text({ enum: ["weekly", "biweekly", "monthly", "other"] }),
    ...timestamps,
  },
  (t) => [
    unique("import_visits_once").on(t.vendor, t.visit_key),
    index("import_visits_booking_id").on(t.booking_id),
    index("import_visits_customer_id").on(t.customer_id),
    index("import_visits_run_id").on(t.run_id, t.customer_id),
  ],
);
