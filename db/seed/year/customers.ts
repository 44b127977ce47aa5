import { sql } from "drizzle-orm";
import { users } from "../../../app/db/schema/accounts";
import { customer_contacts, customers, properties } from "../../../app/db/schema/customers";
import { addDays } from "../../../app/lib/dates";
import type { Database } from "../../../app/platform/database/database.server";
import { demoEmail, people } from "../people";
import { insertAll } from "./bulk";
import { COMPANIES, FIRST_NAMES, LAKES, LAST_NAMES, phoneOf, TOWNS } from "./people";
import { openRandom, type Random } from "./random";
import { DAYS_BACK } from "./seasons";

const PERSONS = 150;
/** So many have their first visit ahead. */
const NEWEST = 6;
/** Of a hundred customers, so many were there a year ago. */
const KNOWN_SHARE = 0.58;

/** What makes customers alike: how often they come, and what for. `rental`: a camp that is let to guests. */
type Kind = "plan" | "regular" | "once" | "rental" | "company";

type Home = {
  id: string;
  address_line1: string;
  city: string;
  state: string;
  zip_code: string;
  bedrooms: number | null;
  bathrooms: number | null;
};

export type Customer = {
  id: string;
  kind: Kind;
  /** The account; null for who calls or books as a guest. */
  user_id: string | null;
  first_name: string;
  last_name: string;
  company_name: string | null;
  name: string;
  email: string;
  phone: string;
  /** From this day on they may book. */
  since: string;
  /** Days between two visits. */
  interval: number;
  /** What a company wants each time. */
  wants: { service: string; hours: number } | null;
  home: Home;
};

/** The customers of the year, as they come in. */
export function inventCustomers(random: Random, today: string): Customer[] {
  const taken = new Set(people.map(demoEmail));
  const persons = Array.from({ length: PERSONS }, (_, place) => inventPerson(random, today, place, taken));
  const companies = COMPANIES.map((company, place): Customer => {
    const [first, last] = nameOf(random, new Set());
    const { city, zip } = TOWNS[company.town] ?? TOWNS[0];
    return {
      ...{ id: random.uuid(), kind: "company", user_id: null, first_name: first, last_name: last },
      ...{ company_name: company.name, name: company.name, email: `office@${company.domain}` },
      phone: phoneOf(PERSONS + place),
      since: addDays(today, -DAYS_BACK + place * 19),
      interval: company.service === "post-construction" ? 33 : ([7, 14, 14][place % 3] ?? 14),
      wants: company,
      home: {
        ...{ id: random.uuid(), address_line1: company.street, city, state: "NH", zip_code: zip },
        ...{ bedrooms: null, bathrooms: null },
      },
    };
  });
  return [...persons, ...companies];
}

function inventPerson(random: Random, today: string, place: number, taken: Set<string>): Customer {
  const kind = kindOf(place);
  const [first_name, last_name] = nameOf(random, taken);
  const town = random.pick(kind === "rental" ? LAKES : TOWNS);
  const isKnown = random.chance(KNOWN_SHARE);
  const isNew = place >= PERSONS - NEWEST;
  const id = random.uuid();
  const bedrooms = random.pick([2, 2, 3, 3, 3, 4]);
  return {
    ...{ id, kind, first_name, last_name, company_name: null, name: `${first_name} ${last_name}` },
    user_id: kind === "plan" || isNew || random.chance(0.68) ? id : null,
    email: demoEmail({ first: first_name, last: last_name }),
    phone: phoneOf(place),
    since: addDays(
      today,
      isNew
        ? random.between(1, 6)
        : isKnown
          ? -DAYS_BACK + random.between(0, 40)
          : -random.between(3, DAYS_BACK - 40),
    ),
    interval: {
      plan: 400,
      regular: random.pick([21, 28, 28, 35, 42, 56]),
      once: 210,
      rental: 8,
      company: 14,
    }[kind],
    wants: null,
    home: {
      ...{ id: random.uuid(), city: town.city, state: "NH", zip_code: town.zip, bedrooms },
      address_line1: `${random.between(2, 348)} ${random.pick(town.streets)}`,
      bathrooms: bedrooms > 2 ? random.pick([1, 2, 2]) : 1,
    },
  };
}

function kindOf(place: number): Kind {
  if (place < 26) return "plan";
  if (place < 38) return "rental";
  return place < 92 ? "regular" : "once";
}

/** A name that nobody has yet. */
function nameOf(random: Random, taken: Set<string>): [first: string, last: string] {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const email = demoEmail({ first, last });
  if (taken.has(email)) return nameOf(random, taken);
  taken.add(email);
  return [first, last];
}

const PETS = [
  null,
  null,
  null,
  "A friendly dog, in the yard while you work.",
  "Two cats. Please keep the porch door closed.",
];
const PARKING = [
  null,
  "In the driveway.",
  "On the street, in front of the house.",
  "Behind the barn, in winter too.",
];
const SOURCES = ["website", "website", "website", "referral", "phone"] as const;

/** Stores customers with their accounts, contacts and homes. `born`: since when each is one. */
export async function storeCustomers(
  tx: Database,
  all: readonly Customer[],
  born: ReadonlyMap<string, Temporal.Instant>,
  now: Temporal.Instant,
): Promise<void> {
  const random = openRandom(`homes ${all.length}`);
  const dated = all.map((customer) => ({ ...customer, at: born.get(customer.id) ?? now }));
  const withAccount = dated.filter(({ user_id }) => user_id);
  await insertAll(
    tx,
    users,
    withAccount.map(({ id, name, email, at }) => ({
      ...{ id, name, email, emailVerified: true, createdAt: new Date(at.epochMilliseconds) },
    })),
  );
  const rows = dated.map(({ id, first_name, last_name, phone, at, kind }, place) => ({
    ...{ id, first_name, last_name, phone, at, source: SOURCES[place % SOURCES.length] },
    tags: kind === "rental" ? ["lake rental"] : kind === "company" ? ["office"] : [],
  }));
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given(id uuid, first_name text, last_name text, phone text, at timestamptz, source text, tags jsonb)`;
  await tx.execute(sql`update profiles set first_name = given.first_name, last_name = given.last_name, phone = given.phone,
    created_at = given.at, updated_at = given.at from ${recordset} where profiles.id = given.id`);
  await insertAll(
    tx,
    customers,
    dated
      .filter(({ user_id }) => !user_id)
      .map(({ id, company_name, first_name, last_name }) => ({
        ...{ id, kind: company_name ? ("company" as const) : ("person" as const) },
        ...{ company_name, first_name, last_name, tags: [] },
      })),
  );
  // The first demo customers are as old as their accounts, too.
  await tx.execute(
    sql`update customers set created_at = own.created_at from profiles own where own.id = customers.user_id`,
  );
  await tx.execute(sql`update customers set created_at = given.at, updated_at = given.at, source = given.source,
    tags = array(select jsonb_array_elements_text(given.tags)) from ${recordset} where customers.id = given.id`);
  await insertAll(
    tx,
    customer_contacts,
    dated
      .filter(({ user_id }) => !user_id)
      .flatMap(({ id, email, phone, at }) => [
        contactOf(id, "email", email, at),
        contactOf(id, "phone", `+1${phone.replaceAll(/\D/g, "")}`, at),
      ]),
  );
  await insertAll(
    tx,
    properties,
    dated.map(({ home: { id, ...home }, at, ...customer }) => ({
      ...{ id, customer_id: customer.id, user_id: customer.user_id },
      ...{ ...home, is_default: true, created_at: at, updated_at: at },
      name:
        customer.kind === "company" ? customer.company_name : customer.kind === "rental" ? "Camp" : "Home",
      property_type: customer.kind === "company" ? ("commercial" as const) : ("residential" as const),
      pets: customer.kind === "company" ? null : (PETS[random.between(0, PETS.length - 1)] ?? null),
      parking: PARKING[random.between(0, PARKING.length - 1)] ?? null,
    })),
  );
}

function contactOf(customer_id: string, kind: "email" | "phone", value: string, at: Temporal.Instant) {
  const dated = { created_at: at, updated_at: at };
  return { customer_id, kind, value, is_primary: true, verified_at: kind === "email" ? at : null, ...dated };
}

/** The address of a customer, as bookings and plans copy it. */
export function addressOf({ home: { id, address_line1, city, state, zip_code } }: Customer) {
  return { property_id: id, address_line1, city, state, zip_code };
}

/** Who a customer is, as bookings and plans copy it. */
export function contactsOf({ id, user_id, name, email, phone }: Customer) {
  return { customer_id: id, user_id, customer_name: name, customer_email: email, customer_phone: phone };
}
