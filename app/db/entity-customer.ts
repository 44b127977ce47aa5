import { type SQL, sql } from "drizzle-orm";
import { bookings } from "./schema/bookings";
import { customers, properties } from "./schema/customers";
import { orders } from "./schema/payments";
import { plans } from "./schema/plans";
import { reviews } from "./schema/reviews";

/** Rows that name their customer, or the account that made them. */
const ofRows = (table: typeof bookings | typeof plans | typeof properties | typeof reviews) => (which: SQL) =>
  sql`select thing.id, coalesce(thing.customer_id, own.id) as customer_id from ${table} thing
    left join ${customers} own on own.user_id = thing.user_id where thing.id = ${which}`;

/** An order names its customer, or is for a visit or a plan that does. */
const ofOrders = (which: SQL) => sql`
  select thing.id, coalesce(thing.customer_id, visit.customer_id, plan.customer_id, own.id) as customer_id
  from ${orders} thing
  left join ${bookings} visit on visit.id = thing.booking_id
  left join ${plans} plan on plan.id = thing.plan_id
  left join ${customers} own on own.user_id = coalesce(visit.user_id, plan.user_id)
  where thing.id = ${which}`;

/** By entity of the audit trail: the ids (`= which`) with their customers now, as `id` and `customer_id`. */
export const CUSTOMER_OF: Readonly<Record<string, (which: SQL) => SQL>> = {
  booking: ofRows(bookings),
  order: ofOrders,
  plan: ofRows(plans),
  property: ofRows(properties),
  review: ofRows(reviews),
};
