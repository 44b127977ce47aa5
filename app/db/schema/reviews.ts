import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bookings } from "./bookings";
import { instant, timestamps } from "./columns";
import { customers, profiles } from "./customers";

/** A customer's review of a past visit: at most one per booking, 1 to 5 stars. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey().defaultRandom(),
    booking_id: uuid()
      .notNull()
      .unique()
      .references(() => bookings.id, { onDelete: "cascade" }),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    customer_id: uuid().references(() => customers.id, { onDelete: "set null" }),
    rating: integer().notNull(),
    review_text: text().notNull().default(""),
    /** Whether the customer agreed to be shown with first name and town. */
    may_publish: boolean().notNull().default(false),
    published_at: instant(),
    ...timestamps,
  },
  (t) => [
    check("reviews_rating", sql`${t.rating} between 1 and 5`),
    check("reviews_published_with_consent", sql`${t.published_at} is null or ${t.may_publish}`),
    index("reviews_user_id").on(t.user_id),
    index("reviews_customer_id").on(t.customer_id),
    index("reviews_created_at").on(t.created_at, t.id),
    index("reviews_rating").on(t.rating, t.created_at, t.id),
    index("reviews_consented")
      .on(t.created_at, t.id)
      .where(sql`${t.may_publish} and ${t.published_at} is null`),
    index("reviews_published_at").on(t.published_at).where(sql`${t.published_at} is not null`),
  ],
);
