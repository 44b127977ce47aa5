import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant, timestamps } from "./columns";
import { customers } from "./customers";
import { orders } from "./payments";

/** Codes that take something off a single visit (decision 064). Days are the company's, the last one included. */
export const coupons = pgTable(
  "coupons",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Upper case letters and digits. */
    code: text().notNull().unique(),
    /** Either a percentage of the price before tax, or cents. */
    percent: integer(),
    amount: integer(),
    first_visit: boolean().notNull().default(false),
    /** Ids of services; null: all. */
    services: jsonb().$type<string[]>(),
    /** The only customer who may use it; null: everybody. */
    customer_id: uuid().references(() => customers.id, { onDelete: "cascade" }),
    begins_on: date(),
    ends_on: date(),
    /** Uses in all, and of one customer; null: no limit. */
    most_uses: integer(),
    most_each: integer(),
    /** Not together with a referral or credit. */
    is_exclusive: boolean().notNull().default(false),
    ended_at: instant(),
    author_id: uuid().references(() => users.id, { onDelete: "set null" }),
    /** The id of the form that added it, so that a form sent twice adds one coupon. */
    form_id: uuid().unique(),
    ...timestamps,
  },
  (t) => [
    check("coupons_code", sql`${t.code} ~ '^[A-Z0-9]{3,24}$'`),
    check("coupons_value", sql`num_nonnulls(${t.percent}, ${t.amount}) = 1`),
    check("coupons_percent", sql`${t.percent} between 1 and 100`),
    check("coupons_amount", sql`${t.amount} > 0`),
    check("coupons_days", sql`${t.begins_on} <= ${t.ends_on}`),
    check("coupons_uses", sql`${t.most_uses} > 0 and ${t.most_each} > 0`),
    index("coupons_customer_id").on(t.customer_id).where(sql`${t.customer_id} is not null`),
  ],
);

/** The order that a coupon counted for. It counts no more when the visit is cancelled or its hold expires. */
export const coupon_uses = pgTable(
  "coupon_uses",
  {
    order_id: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    coupon_id: uuid()
      .notNull()
      .references(() => coupons.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
  },
  (t) => [index("coupon_uses_coupon_id").on(t.coupon_id)],
);
