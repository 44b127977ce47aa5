import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, timestamps } from "./columns";

/** Newsletter subscribers: `pending` until they open the link in the email and confirm (double opt-in). */
export const newsletter_subscribers = pgTable(
  "newsletter_subscribers",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    status: text({ enum: ["pending", "subscribed", "unsubscribed"] })
      .notNull()
      .default("pending"),
    confirmed_at: instant(),
    /** When they last unsubscribed; kept when they subscribe again. */
    unsubscribed_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("newsletter_subscribers_status_is", sql`${t.status} in ('pending', 'subscribed', 'unsubscribed')`),
    uniqueIndex("newsletter_subscribers_email").on(sql`lower(${t.email})`),
    index("newsletter_subscribers_created_at").on(t.created_at, t.id),
    index("newsletter_subscribers_status").on(t.status, t.created_at, t.id),
  ],
);
