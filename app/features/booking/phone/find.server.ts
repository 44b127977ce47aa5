import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { customers, properties } from "~/db/schema/customers";
import { firstOf, readContacts, searchFor } from "~/features/customers/office/list.server";
import { formatPhone, nameOf, phoneDigits } from "~/features/customers/records/contact";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import { cleanLine } from "~/lib/text";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { Caller, CallerAddress, ChosenCaller } from "./view";

const MOST = 6;
const HOMES = 10;
const VISITS = 2;

/** Finds a few customers by name, any of their phones, email or street; many are read as listed, the newest first. */
export async function findCallers(ctx: StaffCtx, text: string): Promise<Caller[]> {
  const { db } = ctx;
  const q = cleanLine(text).slice(0, 100);
  if (q.length < 2) return [];
  const { filter, more } = await searchFor(db, q);
  const order = more
    ? [desc(customers.created_at), desc(customers.id)]
    : [asc(sql`${customers.name} = ''`), asc(customers.name), asc(customers.id)];
  const found = await db
    .select()
    .from(customers)
    .where(filter)
    .orderBy(...order)
    .limit(MOST);
  return callersOf(ctx, found, await readHomes(db, found), q);
}

/** Reads a customer with their homes, the default first; null if there is none. `text`: what they were found by. */
export async function readCaller(ctx: StaffCtx, id: string, text: string): Promise<ChosenCaller | null> {
  const { db } = ctx;
  if (!isUuid(id)) return null;
  const found = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.merged_into)));
  const homes = await readHomes(db, found);
  const [caller] = await callersOf(ctx, found, homes, cleanLine(text));
  return caller ? { ...caller, addresses: homes.slice(0, HOMES).map(addressOf) } : null;
}

type Customer = typeof customers.$inferSelect;
type Home = typeof properties.$inferSelect;

async function readHomes(db: Database, found: Customer[]): Promise<Home[]> {
  if (found.length === 0) return [];
  return db
    .select()
    .from(properties)
    .where(
      inArray(
        properties.customer_id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(desc(properties.is_default), desc(properties.updated_at))
    .limit(MOST * HOMES);
}

async function callersOf(
  { db, now }: StaffCtx,
  found: Customer[],
  homes: Home[],
  q: string,
): Promise<Caller[]> {
  const today = companyToday(now, (await readCompany({ db })).timezone);
  const ids = found.map(({ id }) => id);
  const [contacts, visits] = await Promise.all([readContacts(db, ids), readVisits(db, ids, today)]);
  const digits = phoneDigits(q);
  return found.map((customer) => {
    const { id } = customer;
    const { email, phone } = firstOf(contacts, id);
    const calling = contacts.find(
      (one) =>
        one.customer_id === id && one.kind === "phone" && digits !== null && one.value.includes(digits),
    );
    return {
      ...{ id, number: formatNumber(customer.number), has_account: customer.user_id !== null },
      ...{ name: nameOf(customer) ?? "", email: email ?? "" },
      phone: calling ? formatPhone(calling.value) : (phone ?? ""),
      homes: homes
        .filter(({ customer_id }) => customer_id === id)
        .map((home) => `${home.address_line1}, ${home.city}`),
      visits: visits
        .filter(({ customer_id }) => customer_id === id)
        .map(({ word, date, title }) => `${word} ${formatDate(date)}, ${title}`),
    };
  });
}

/** The next visit of each customer, and the last ones. */
async function readVisits(db: Database, ids: string[], today: string) {
  if (ids.length === 0) return [];
  const of = (when: SQL) => sql`(
    select ${bookings.customer_id}, ${bookings.scheduled_date}, ${services.title}
    from ${bookings} join ${services} on ${services.id} = ${bookings.service_id}
    where ${bookings.customer_id} = caller.id and ${bookings.status} in ('confirmed', 'completed') and ${when})`;
  const { rows } = await db.execute<{ customer_id: string; date: string; title: string }>(sql`
    select visit.customer_id, visit.scheduled_date::text as date, visit.title
    from unnest(${sql.param(ids)}::uuid[]) as caller (id) cross join lateral (
      ${of(sql`${bookings.scheduled_date} >= ${today} order by ${bookings.scheduled_date} limit 1`)}
      union all
      ${of(sql`${bookings.scheduled_date} < ${today} order by ${bookings.scheduled_date} desc limit ${VISITS}`)}) visit`);
  return rows.map((row) => ({ ...row, word: row.date >= today ? "Next" : "Last" }));
}

export function addressOf(home: Home): CallerAddress {
  return {
    id: home.id,
    label: [home.name, home.address_line1, home.city].filter(Boolean).join(", "),
    street: home.address_line1,
    apartment: home.address_line2 ?? "",
    city: home.city,
    state: home.state,
    zip: home.zip_code,
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    half_baths: home.half_baths,
    square_footage: home.square_footage,
  };
}
