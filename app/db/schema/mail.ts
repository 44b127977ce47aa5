import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";

/** What an email needs besides its text. `secrets` are inserted into the text when it is sent, and never shown. */
export type Envelope = {
  from: { name: string; address: string };
  replyTo?: string;
  headers?: Record<string, string>;
  attachments: { filename: string; content: string; contentType: string }[];
  secrets: string[];
};

/** Every email the company sends. `occasion` (such as `booking-confirmed:ID`) is unique, so each is sent once. */
export const mails = pgTable(
  "mails",
  {
    id: uuid().primaryKey().defaultRandom(),
    occasion: text().notNull().unique(),
    booking_id: uuid().references(() => bookings.id),
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    status: text({ enum: ["queued", "sent", "kept", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    error: text(),
    sent_at: instant(),
    /** What sending it again needs; null once an email with secrets has been sent. */
    envelope: jsonb().$type<Envelope>(),
    ...timestamps,
  },
  (t) => [
    index("mails_created_at").on(t.created_at, t.id),
    index("mails_status").on(t.status, t.created_at, t.id),
    index("mails_failed").on(t.created_at).where(sql`${t.status} = 'failed'`),
    index("mails_booking_id").on(t.booking_id),
    index("mails_user_id").on(t.user_id),
  ],
);
