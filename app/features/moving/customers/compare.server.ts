import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { entry_codes } from "~/db/schema/entry-codes";
import { import_links } from "~/db/schema/imports";
import { staff_notes } from "~/db/schema/office";
import { openCode } from "~/features/customers/codes/save.server";
import { LIMITS } from "~/features/customers/office/forms";
import { type Erased, readErased } from "~/features/customers/records/erasures.server";
import { compareCredit } from "~/features/moving/credit/credit";
import {
  type Answer,
  compareValues,
  type Difference,
  type Verdict,
  verdictOf,
} from "~/features/moving/rules";
import { readStripeCustomers } from "~/features/moving/stripe/queries.server";
import { compareStripe } from "~/features/moving/stripe/rules";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import type { Cents } from "~/lib/money";
import type { Vault } from "~/platform/auth/vault.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import { recognizeCustomers } from "./recognize.server";
import type { Row } from "./row";
import {
  type Addition,
  additionsOf,
  HOME_FIELDS,
  homeKey,
  PERSON_FIELDS,
  personKey,
  valuesOf,
} from "./rules";

export type Line = { line: number; row: Row; answer: Answer | null };
type Link = typeof import_links.$inferSelect;
type Customer = typeof customers.$inferSelect;
type Home = typeof properties.$inferSelect;

/** What a row would do to what we have. */
export type Compared = Line & {
  person_key: string;
  home_key: string;
  verdict: Verdict;
  conflicts: Difference[];
  /** Our customer; null for a new one. */
  customer: Customer | null;
  /** Of a new one: that they, or somebody with their email or phone, were erased here; null: nobody was. */
  erased: Erased | null;
  /** Our home that the row is about; null for a new one or none. */
  home: Home | null;
  /** Whether the row's home is to be added. */
  adds_home: boolean;
  /** Fields that take the file's value, without those in conflict. */
  set: Record<string, string>;
  additions: Addition[];
  /** Cents of credit to give, or to take if below zero: at once, or when a conflict about it is answered so. */
  credit: Cents;
  /** The ID at Stripe to store, in the same way. */
  stripe: string | null;
  /** What of the row is not imported, in sentences. */
  warnings: string[];
  /** What the last file of that program said about this person and home. */
  link: Link | null;
};

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
/** A digest of a value in a field: what a file has said. */
export const saidOf = (field: string, value: string) => digestOf(`${field}\n${value.toLowerCase()}`);
export const additionSaid = ({ of, value }: Addition) => saidOf(of, value);

/** Keys keep in clear what kind they are. */
export function keysOf(row: Row): { person_key: string; home_key: string } {
  const key = personKey(row);
  const home = homeKey(row.home);
  return { person_key: `${key.split(" ", 1)[0]}:${digestOf(key)}`, home_key: home && digestOf(home) };
}

/** Compares rows with what we have now, and locks our customers of them. Rows of one call don't see each other. */
export async function compareRows(
  tx: Database,
  { vault }: { vault: Vault },
  { id, vendor }: { id: string; vendor: string },
  lines: Line[],
): Promise<Compared[]> {
  if (lines.length === 0) return [];
  const keyed = lines.map((line) => ({ ...line, ...keysOf(line.row) }));
  const links = await readLinks(tx, vendor, [...new Set(keyed.map(({ person_key }) => person_key))]);
  const recognize = await recognizeCustomers(tx, { id, vendor }, lines);
  const found = keyed.map((line) => {
    const ofPerson = links.filter((link) => link.person_key === line.person_key);
    const link = ofPerson.find(({ home_key }) => home_key === line.home_key) ?? null;
    const known = link?.customer_id ?? ofPerson[0]?.customer_id;
    const recognized = known ? null : recognize(line.row);
    const given = recognized?.credit ?? ofPerson.reduce((sum, { credit }) => sum + credit, 0);
    return { ...line, link, said: ofPerson, given, customer_id: known ?? recognized?.id ?? null };
  });
  const ours = await readOurs(
    tx,
    vault,
    found.flatMap(({ customer_id }) => customer_id ?? []),
    found.flatMap(({ row }) => row.note ?? []),
    found.flatMap(({ row }) => row.stripe_customer ?? []),
  );
  const personOf = ({ row, person_key }: (typeof found)[number]) => ({
    ...{ emails: row.emails, phones: row.phones, vendor, key: person_key },
  });
  const erasedOf = await readErased(tx, { vault }, found.map(personOf));
  return found.map((one) => {
    const { said, given, customer_id, ...line } = one;
    return compareRow(
      { ...line, erased: customer_id ? null : erasedOf(personOf(one)) },
      { said, given, run_id: id, taken: (stripe) => ours.isTaken(stripe, customer_id) },
      ours.of(customer_id),
    );
  });
}

type Ours = {
  customer: Customer;
  homes: Home[];
  /** Their ID at Stripe. */
  stripe: string | null;
  /** Emails, phones, tags and notes that the customer has, and codes by home. */
  has: (addition: Addition, home: Home | null) => boolean;
  /** How many more the customer can have. */
  room: (of: "email" | "phone" | "tag") => number;
};

function compareRow(
  line: Line & Pick<Compared, "person_key" | "home_key" | "link" | "erased">,
  {
    said,
    given,
    run_id,
    taken,
  }: { said: Link[]; given: Cents; run_id: string; taken: (id: string) => boolean },
  ours: Ours | null,
): Compared {
  const { row, link } = line;
  const key = homeKey(row.home);
  const home =
    (link?.property_id && ours?.homes.find(({ id }) => id === link.property_id)) ||
    (key && ours?.homes.find((one) => homeKey(one) === key)) ||
    null;
  const adds_home = Boolean(row.home) && !home && !link;
  const room = { email: ours?.room("email"), phone: ours?.room("phone"), tag: ours?.room("tag") };
  const additions = additionsOf(row).filter((one) => {
    const by = said.filter((other) => one.of !== "code" || other === link);
    if (by.some(({ seen }) => seen.includes(additionSaid(one))) || ours?.has(one, home)) return false;
    if (one.of === "code") return home || adds_home;
    if (one.of === "note") return true;
    const left = room[one.of] ?? 1;
    if (ours) room[one.of] = left - 1;
    return left > 0;
  });
  const credit = compareCredit(row.credit, {
    said,
    given,
    run_id,
    digest: saidOf("credit", String(row.credit)),
  });
  const stripe = compareStripe(row.stripe_customer, {
    ...{ said, taken, ours: ours?.stripe ?? null },
    digest: saidOf("stripe_customer", row.stripe_customer ?? ""),
  });
  const common = {
    ...{ ...line, home, adds_home, additions, credit: credit.cents, stripe: stripe.id },
    warnings: [...row.warnings, ...zipWarnings(row.home), ...credit.warnings, ...stripe.warnings],
  };
  if (!ours) {
    const verdict = line.erased ? "conflict" : "new";
    return { ...common, verdict, conflicts: [], customer: null, set: {} };
  }
  const { customer } = ours;
  const our = Object.fromEntries([
    ...PERSON_FIELDS.map((field) => [field, customer[field]]),
    ...HOME_FIELDS.map((field) => [field, home?.[field]?.toString() ?? null]),
  ]);
  const wanted = Object.entries(valuesOf(row)).filter(([field]) => home || !isHomeField(field));
  const { set, conflicts: values } = compareValues(Object.fromEntries(wanted), our, (field, value) => {
    const digest = saidOf(field, value);
    const by = said.filter((one) => !isHomeField(field) || one === link);
    return by.some(({ fields, earlier, said_in }) =>
      [...(fields[field] ?? []), ...(said_in === run_id ? (earlier[field] ?? []) : [])].includes(digest),
    );
  });
  const conflicts = [...values, ...credit.conflicts, ...stripe.conflicts];
  const changes =
    Object.keys(set).length +
    additions.length +
    [adds_home, credit.cents !== 0, stripe.id].filter(Boolean).length;
  return { ...common, verdict: verdictOf({ conflicts, changes }), conflicts, customer, set };
}

/** A ZIP code may be mistyped, or newer than the list of them. */
function zipWarnings(home: Row["home"]): string[] {
  if (!home || centroidOf(home.zip_code)) return [];
  return [`The ZIP code ${home.zip_code} is not known. Check it.`];
}

export const isHomeField = (field: string) => (HOME_FIELDS as readonly string[]).includes(field);

export function readLinks(tx: Database, vendor: string, keys: string[]): Promise<Link[]> {
  return tx
    .select()
    .from(import_links)
    .where(and(eq(import_links.vendor, vendor), anyOf(import_links.person_key, keys)))
    .orderBy(import_links.created_at, import_links.id);
}

async function readOurs(
  tx: Database,
  vault: Vault,
  customer_ids: string[],
  notes: string[],
  stripe_ids: string[],
) {
  const ids = [...new Set(customer_ids)];
  const people = await tx
    .select()
    .from(customers)
    .where(anyOf(customers.id, ids))
    .orderBy(customers.id)
    .for("no key update");
  const contacts = await tx.select().from(customer_contacts).where(anyOf(customer_contacts.customer_id, ids));
  const homes = await tx
    .select()
    .from(properties)
    .where(anyOf(properties.customer_id, ids))
    .orderBy(properties.created_at, properties.id);
  const written = await tx
    .select({ id: staff_notes.customer_id, body: staff_notes.body })
    .from(staff_notes)
    .where(and(anyOf(staff_notes.customer_id, ids), anyOf(staff_notes.body, notes)));
  const codes = await tx
    .select()
    .from(entry_codes)
    .where(
      anyOf(
        entry_codes.property_id,
        homes.map(({ id }) => id),
      ),
    );
  const stripe = await readStripeCustomers(tx, { customer_ids: ids, stripe_ids });
  const had = new Set([
    ...contacts.map(({ customer_id, kind, value }) => `${customer_id} ${kind} ${value}`),
    ...people.flatMap(({ id, tags }) => tags.map((tag) => `${id} tag ${tag}`)),
    ...written.map(({ id, body }) => `${id} note ${body}`),
    ...codes.map((code) => `${code.property_id} code ${openCode(vault, code)}`),
  ]);
  const homesOf = Map.groupBy(homes, ({ customer_id }) => customer_id);
  const byId = new Map(people.map((customer) => [customer.id, customer]));
  return {
    isTaken: stripe.isTaken,
    of(id: string | null): Ours | null {
      const customer = byId.get(id ?? "");
      if (!customer) return null;
      return {
        customer,
        stripe: stripe.of(customer.id),
        homes: homesOf.get(customer.id) ?? [],
        has: ({ of, value }, home) => had.has(`${of === "code" ? home?.id : customer.id} ${of} ${value}`),
        room: (of) =>
          of === "tag"
            ? LIMITS.tags - customer.tags.length
            : LIMITS.contacts -
              contacts.filter((one) => one.customer_id === customer.id && one.kind === of).length,
      };
    },
  };
}
