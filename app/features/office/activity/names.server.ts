import { eq, inArray, or, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { customers, profiles } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
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
  const [found, visits, numbered, allCrews, allServices, paidIn] = await Promise.all([
    readPeople(db, [...people].filter(isUuid)),
    readVisits(db, ids),
    readNumbers(db, ids),
    db.select({ id: crews.id, name: crews.name }).from(crews),
    db.select({ id: services.id, name: services.title }).from(services),
    readCurrencies(db, [...idsOf(entries, "booking"), ...idsOf(entries, "order")].filter(isUuid)),
  ]);
  const map = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return {
    people: map(found),
    bookings: new Map(visits.map(({ id, day }) => [id, day])),
    numbers: new Map([...visits, ...numbered].map(({ id, number }) => [id, formatNumber(number)])),
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
  return db
    .select({
      id: users.id,
      name: sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.first_name}, ${profiles.last_name}), ''), ${users.email})`,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(inArray(users.id, ids));
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
