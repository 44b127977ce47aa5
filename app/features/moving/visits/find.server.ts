import { and, eq, isNull } from "drizzle-orm";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { nameOf } from "~/features/customers/records/contact";
import { keysOf, readLinks } from "~/features/moving/customers/compare.server";
import { recognizeCustomers } from "~/features/moving/customers/recognize.server";
import { homeKey } from "~/features/moving/customers/rules";
import { anyOf, type Database } from "~/platform/database/database.server";
import type { VisitRow } from "./row";

export type VisitLine = { line: number; row: VisitRow };
type Address = Pick<
  typeof properties.$inferSelect,
  "address_line1" | "address_line2" | "city" | "state" | "zip_code"
>;
type Home = Address & Pick<typeof properties.$inferSelect, "id" | "customer_id">;

/** Whose a visit is, and where: our customer, with the address as a booking keeps it. */
export type Whose = {
  customer: {
    id: string;
    user_id: string | null;
    name: string | null;
    email: string | null;
    phone: string | null;
  };
  property_id: string | null;
  address: Address;
};
export type WhoseOutcome = { ok: true; whose: Whose } | { ok: false; reason: string };

const NOBODY = "This customer is not here. Import the customers first, or add the customer.";
const NO_ADDRESS = "There is no address, and the customer has not exactly one home here. Add the address.";

/**
 * Finds our customers of visits: whom this program called so before, else by email, else by phone and name, else by name
 * alone: the one who has the home, or the only one if the row or the customer has none.
 */
export async function findWhose(tx: Database, run: { id: string; vendor: string }, lines: VisitLine[]) {
  const people = lines.map(({ line, row }) => ({ line, row: row.person, answer: null }));
  const keys = new Map(people.map(({ line, row }) => [line, keysOf(row).person_key]));
  const links = await readLinks(tx, run.vendor, [...new Set(keys.values())]);
  const byKey = new Map(links.map((link) => [link.person_key, link.customer_id]));
  const unlinked = people.filter(({ line }) => !byKey.has(keys.get(line) ?? ""));
  const recognize = await recognizeCustomers(tx, run, unlinked);
  const ids = new Map(
    people.map(({ line, row }) => [line, byKey.get(keys.get(line) ?? "") ?? recognize(row)?.id ?? null]),
  );
  const nameless = lines.filter(({ line }) => !ids.get(line));
  const namesakes = await readNamesakes(tx, nameless);
  const { customerOf, homesOf } = await readOurs(tx, [
    ...[...ids.values()].flatMap((id) => id ?? []),
    ...[...namesakes.values()].flat(),
  ]);
  return ({ line, row }: VisitLine): WhoseOutcome => {
    const id = ids.get(line) ?? pickNamesake(namesakes.get(lowerName(row)) ?? [], row, homesOf);
    const customer = customerOf(id ?? "");
    return customer ? placeOf(row, customer, homesOf(customer.id)) : { ok: false, reason: NOBODY };
  };
}

const lowerName = ({ person }: VisitRow) =>
  [person.company_name, person.first_name, person.last_name].join(" ").trim().toLowerCase();

/** Customers by their name, of rows that say nothing else. */
async function readNamesakes(tx: Database, lines: VisitLine[]): Promise<Map<string, string[]>> {
  const names = lines.flatMap(({ row }) =>
    row.person.emails.length + row.person.phones.length > 0 ? [] : lowerName(row),
  );
  const found = await tx
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(and(anyOf(customers.name, names), isNull(customers.merged_into)))
    .orderBy(customers.id);
  const byName = Map.groupBy(found, ({ name }) => name ?? "");
  return new Map([...byName].map(([name, all]) => [name, all.map(({ id }) => id)]));
}

function pickNamesake(ids: string[], row: VisitRow, homesOf: (id: string) => Home[]): string | null {
  const [only, ...others] = ids;
  const isSomewhere = row.person.home !== null || row.street !== null;
  if (only && others.length === 0 && !(isSomewhere && homesOf(only).length > 0)) return only;
  const there = ids.filter((id) => homesOf(id).some((home) => isAt(home, row)));
  return there.length === 1 ? (there[0] ?? null) : null;
}

/** Whether a row is about a home: by its whole address, else by its street. */
function isAt(home: Home, { person, street }: VisitRow): boolean {
  if (person.home) return homeKey(home) === homeKey(person.home);
  return street !== null && home.address_line1.toLowerCase() === street.toLowerCase();
}

function placeOf(row: VisitRow, customer: Whose["customer"], homes: Home[]): WhoseOutcome {
  const named = row.person.home !== null || row.street !== null;
  const [only, ...others] = named ? homes.filter((home) => isAt(home, row)) : homes;
  const home = only && (named || others.length === 0) ? only : null;
  const address = home ?? row.person.home;
  if (!address) return { ok: false, reason: NO_ADDRESS };
  const { address_line1, address_line2, city, state, zip_code } = address;
  const place = { address_line1, address_line2, city, state, zip_code };
  return { ok: true, whose: { customer, property_id: home?.id ?? null, address: place } };
}

const {
  id: home_id,
  customer_id: owner_id,
  address_line1,
  address_line2,
  city,
  state,
  zip_code,
} = properties;
const homeColumns = {
  ...{ id: home_id, customer_id: owner_id, address_line1, address_line2, city, state, zip_code },
};

async function readOurs(tx: Database, some: string[]) {
  const ids = [...new Set(some)];
  const { id, user_id, first_name, last_name, company_name } = customers;
  const people = await tx
    .select({ id, user_id, first_name, last_name, company_name })
    .from(customers)
    .where(anyOf(customers.id, ids));
  const { customer_id, kind, value } = customer_contacts;
  const contacts = await tx
    .select({ customer_id, kind, value })
    .from(customer_contacts)
    .where(and(anyOf(customer_contacts.customer_id, ids), eq(customer_contacts.is_primary, true)));
  const homes = await tx
    .select(homeColumns)
    .from(properties)
    .where(anyOf(properties.customer_id, ids))
    .orderBy(properties.created_at, properties.id);
  const homesByOwner = Map.groupBy(homes, ({ customer_id }) => customer_id);
  const contactOf = new Map(
    contacts.map(({ customer_id, kind, value }) => [`${customer_id} ${kind}`, value]),
  );
  const byId = new Map(
    people.map((one) => {
      const { id, user_id } = one;
      const email = contactOf.get(`${id} email`) ?? null;
      return [id, { id, user_id, name: nameOf(one), email, phone: contactOf.get(`${id} phone`) ?? null }];
    }),
  );
  return {
    customerOf: (id: string): Whose["customer"] | null => byId.get(id) ?? null,
    homesOf: (id: string): Home[] => homesByOwner.get(id) ?? [],
  };
}
