import { eq, inArray, or, sql } from "drizzle-orm";
import { CUSTOMER_OF } from "~/db/entity-customer";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { customers, profiles } from "~/db/schema/customers";
import { crew_members } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { nameOf } from "~/features/customers/records/contact";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import type { Database } from "~/platform/database/database.server";
import type { Entry, Names } from "./details";

/** Reads the names of the ids in audit entries. Deleted accounts have no name. */
export async function readNames(db: Database, entries: Entry[], currency: string): Promise<Names> {
  const people = new Set([
    ...entries.flatMap(({ actor }) => actor.split(":").slice(1)),
    ...idsOf(entries, "user"),
    ...idsOf(entries, "customer"),
  ]);
  const ids = uuidsIn(entries);
  const [found, visits, numbered, about, allCrews, allServices, paidIn] = await Promise.all([
    readPeople(db, [...people].filter(isUuid)),
    readVisits(db, ids),
    readNumbers(db, ids),
    readCustomers(db, entries),
    db.select({ id: crews.id, name: crews.name }).from(crews),
    db.select({ id: services.id, name: services.title }).from(services),
    readCurrencies(db, [...idsOf(entries, "booking"), ...idsOf(entries, "order")].filter(isUuid)),
  ]);
  const map = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return {
    people: map(found),
    bookings: new Map(visits.map(({ id, day }) => [id, day])),
    numbers: new Map([...visits, ...numbered].map(({ id, number }) => [id, formatNumber(number)])),
    customers: about,
    crews: map(allCrews),
    services: map(allServices),
    currencies: new Map(
      paidIn.flatMap(({ ids, currency }) => ids.flatMap((id) => (id ? [[id, currency] as const] : []))),
    ),
    currency,
  };
}

function idsOf(entries: Entry[], entity: string): string[] {
  return entries.flatMap((entry) => (entry.entity === entity ? [entry.entity_id] : []));
}

async function readPeople(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const accounts = await db
    .select({
      id: users.id,
      name: sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.first_name}, ${profiles.last_name}), ''), ${users.email})`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(inArray(users.id, ids));
  const members = await db
    .select({ id: crew_members.id, name: crew_members.name })
    .from(crew_members)
    .where(inArray(crew_members.id, ids));
  return [...accounts, ...members];
}

/** An order keeps its currency. */
async function readCurrencies(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const found = await db
    .select({ id: orders.id, booking_id: orders.booking_id, currency: orders.currency })
    .from(orders)
    .where(or(inArray(orders.id, ids), inArray(orders.booking_id, ids)));
  return found.map(({ id, booking_id, currency }) => ({ ids: [id, booking_id], currency }));
}

/** The ids in entries, also those among their details. */
function uuidsIn(entries: Entry[]): string[] {
  const texts = entries.flatMap(({ entity_id, details }) => [entity_id, ...valuesIn(details)]);
  return [...new Set(texts.filter(isUuid))];
}

function valuesIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(valuesIn) : [];
}

/** The customers of entries as they are called now; whom others were merged into stands for them. */
async function readCustomers(db: Database, entries: Entry[]): Promise<Names["customers"]> {
  const things = Object.entries(CUSTOMER_OF).flatMap(([entity, find]) => {
    const ids = idsOf(entries, entity).filter(isUuid);
    return ids.length > 0 ? [find(sql`any(${uuidArray(ids)})`)] : [];
  });
  const stored = entries.flatMap(({ customer_id }) => customer_id ?? []);
  const own = [...stored, ...idsOf(entries, "customer")].filter(isUuid);
  if (things.length + own.length === 0) return new Map();
  const ofOwn = sql`select id, id as customer_id from unnest(${uuidArray(own)}) id`;
  const { rows } = await db.execute<Called & { thing: string }>(sql`
    select things.id as thing, kept.id, kept.number, kept.company_name, kept.first_name, kept.last_name
    from (${sql.join([ofOwn, ...things], sql` union all `)}) things
    join ${customers} asked on asked.id = things.customer_id
    join ${customers} kept on kept.id = coalesce(asked.merged_into, asked.id)`);
  return new Map(
    rows.map(({ thing, id, number, ...named }) => [
      thing,
      { id, name: nameOf(named) ?? `Customer ${formatNumber(number)}` },
    ]),
  );
}

type Called = Pick<
  typeof customers.$inferSelect,
  "id" | "number" | "company_name" | "first_name" | "last_name"
>;

const uuidArray = (ids: string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

async function readVisits(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: bookings.id, number: bookings.number, day: bookings.scheduled_date })
    .from(bookings)
    .where(inArray(bookings.id, ids));
}

async function readNumbers(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const found = [orders, plans, customers].map((table) =>
    db.select({ id: table.id, number: table.number }).from(table).where(inArray(table.id, ids)),
  );
  return (await Promise.all(found)).flat();
}
