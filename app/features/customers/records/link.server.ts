import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import type { Ctx } from "~/platform/context.server";
import { type Database, preparedStatement } from "~/platform/database/database.server";
import { e164Of, splitName } from "./contact";

type Work = { booking_id: string } | { plan_id: string };

/** How a customer came: by the site, or by phone. */
type Source = "website" | "phone";

/**
 * Gives a booking, or a plan with its visits, its customer: the account's, else the one whose verified email it has, else a
 * new one with its contacts and home. Nothing less than a verified email finds a customer (decision 043). What has a
 * customer keeps it; what names nobody gets none.
 */
export async function linkCustomer(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  work: Work,
  source: Source = "website",
): Promise<void> {
  const isPlan = "plan_id" in work;
  const id = isPlan ? work.plan_id : work.booking_id;
  const [found] = (await (isPlan ? readPlan : readBooking)(tx, { id })).rows;
  if (!found || (found.linked && source !== "phone")) return; // staff may have typed a new home
  const { customer_name, customer_email, customer_phone } = found;
  const isNamed = Boolean(customer_name || customer_email || customer_phone);
  if (!found.known && !isNamed) return;
  const link = isPlan ? linkPlan : linkBooking;
  await link(tx, {
    id,
    customer: found.known ?? randomUUID(),
    is_new: !found.known,
    has_home: !found.has_account,
    ...splitName(customer_name),
    source,
    email: customer_email?.toLowerCase() ?? "",
    phone: e164Of(customer_phone) ?? "",
    now: now.toString(),
  });
}

type Found = {
  linked: boolean;
  /** The customer that is known: the account's, or the one with the verified email. */
  known: string | null;
  has_account: boolean;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
};

const reading = (table: typeof bookings | typeof plans) =>
  preparedStatement<Found>(sql`
    select work.customer_id is not null as linked, coalesce(work.customer_id, own.id, verified.customer_id) as known,
      coalesce(linked.user_id, own.user_id, of_verified.user_id) is not null as has_account,
      work.customer_name, work.customer_email, work.customer_phone
    from ${table} work
    left join ${customers} linked on linked.id = work.customer_id
    left join ${customers} own on own.user_id = work.user_id
    left join ${customer_contacts} verified on verified.kind = 'email' and verified.verified_at is not null
      and verified.value = lower(work.customer_email) and work.user_id is null
    left join ${customers} of_verified on of_verified.id = verified.customer_id
    where work.id = ${sql.placeholder("id")}`);

const readBooking = reading(bookings);
const readPlan = reading(plans);

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/** One statement: the new customer with its contacts, the home, and the rows that get the customer. */
const linking = (table: typeof bookings | typeof plans, ofWork: SQL) =>
  preparedStatement(sql`
    with made as (
      insert into ${customers} (id, first_name, last_name, source, created_at, updated_at)
      select ${given("customer", "uuid")}, ${given("first_name", "text")}, ${given("last_name", "text")},
        ${given("source", "text")}, ${given("now", "timestamptz")}, ${given("now", "timestamptz")}
      where ${given("is_new", "boolean")} returning id
    ), contacts as (
      insert into ${customer_contacts} (customer_id, kind, value, is_primary, created_at, updated_at)
      select made.id, kind, value, true, ${given("now", "timestamptz")}, ${given("now", "timestamptz")}
      from made, (values ('email', ${given("email", "text")}), ('phone', ${given("phone", "text")})) as contact (kind, value)
      where value <> ''
    ), home as (
      insert into ${properties} (customer_id, property_type, address_line1, address_line2, city, state, zip_code,
        bedrooms, bathrooms, half_baths, created_at, updated_at)
      select ${given("customer", "uuid")}, service.service_type, work.address_line1, work.address_line2, work.city, work.state,
        work.zip_code, work.bedrooms, work.bathrooms, work.half_baths, ${given("now", "timestamptz")}, ${given("now", "timestamptz")}
      from ${table} work join ${services} service on service.id = work.service_id
      where work.id = ${given("id", "uuid")} and ${given("has_home", "boolean")}
        and work.address_line1 <> ''
        and not exists (select from ${properties} known where known.customer_id = ${given("customer", "uuid")}
          and lower(known.address_line1) = lower(work.address_line1) and known.zip_code = work.zip_code)
    ), paid as (
      update ${orders} set customer_id = ${given("customer", "uuid")} where ${ofWork} and customer_id is null
    ), reviewed as (
      update ${reviews} set customer_id = ${given("customer", "uuid")}
      where booking_id = ${given("id", "uuid")} and customer_id is null
    )${
      table === plans
        ? sql`, visits as (
      update ${bookings} set customer_id = ${given("customer", "uuid")}
      where plan_id = ${given("id", "uuid")} and customer_id is null)`
        : sql``
    }
    update ${table} set customer_id = ${given("customer", "uuid")} where id = ${given("id", "uuid")}`);

const linkBooking = linking(bookings, sql`booking_id = ${given("id", "uuid")}`);
const linkPlan = linking(plans, sql`plan_id = ${given("id", "uuid")}`);

/** An account's customer, as a column to set. */
export const customerOfAccount = (user: string | SQL): SQL<string> =>
  sql`(select account_customer.id from ${customers} account_customer where account_customer.user_id = ${user})`;
