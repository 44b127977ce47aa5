import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";
import { customers } from "./customers";

/** Messages from the contact form. `submission_id` makes a form sent twice one message. */
export const contact_messages = pgTable(
  "contact_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    submission_id: uuid().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    customer_id: uuid().references(() => customers.id, { onDelete: "set null" }),
    message: text().notNull(),
    status: text({ enum: ["new", "replied", "archived"] })
      .notNull()
      .default("new"),
    /** When staff saw it; null for one that nobody has read or answered. */
    read_at: instant(),
    /** The status before archiving, for undo. */
    archived_from: text({ enum: ["new", "replied"] }),
    ...timestamps,
  },
  (t) => [
    index("contact_messages_status").on(t.status, t.created_at),
    check("contact_messages_status_is", sql`${t.status} in ('new', 'replied', 'archived')`),
    index("contact_messages_customer_id").on(t.customer_id),
    index("contact_messages_email").on(sql`lower(${t.email})`),
    index("contact_messages_unread")
      .on(t.created_at)
      .where(sql`${t.status} = 'new' and ${t.read_at} is null`),
  ],
);
