import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";

/** Every mail the company sends. `occasion` (say `booking-confirmed:ID`) makes each one happen once. */
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
    ...timestamps,
  },
  (t) => [
    index("mails_created_at").on(t.created_at),
    index("mails_failed").on(t.created_at).where(sql`${t.status} = 'failed'`),
    index("mails_booking_id").on(t.booking_id),
    index("mails_user_id").on(t.user_id),
  ],
);
