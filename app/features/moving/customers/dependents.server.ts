import { type SQL, sql } from "drizzle-orm";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { entry_codes } from "~/db/schema/entry-codes";
import { import_rows, type Made } from "~/db/schema/imports";
import { staff_notes } from "~/db/schema/office";
import { creditDependents } from "~/features/moving/credit/undo.server";
import type { Dependent } from "~/features/moving/import";
import { nameDependents, referencesTo } from "~/features/moving/references.server";
import type { Database } from "~/platform/database/database.server";

/** A row that the import stored. */
export type DoneRow = { line: number; customer_id: string; done_at: Temporal.Instant; made: Made };

/** Tables of which the rows of an import may themselves refer to a customer or home; they are looked at one by one. */
const LOOKED_AT = [
  "credit_balances",
  "customer_contacts",
  "customer_distinctions",
  "entry_codes",
  "import_links",
  "import_rows",
  "import_visits",
  "properties",
  "provider_customers",
  "staff_notes",
];

/** Words for what refers to a customer or a home, by table. A table that is not here is named as it is. */
const WHAT: Record<string, string> = {
  bookings: "a booking",
  plans: "a plan",
  series: "a series of visits",
  orders: "an order",
  contact_messages: "a message",
  reviews: "a review",
  customers: "a merge with another customer",
  customer_merges: "a merge with another customer",
  cards: "a saved card",
  card_setups: "a card setup",
  coupons: "a coupon of their own",
  referrals: "a referral",
  entry_code_reveals: "a look at its entry codes",
  entry_code_dismissals: "words of a note that were said to be no code",
  checklist_items: "a checklist of the home",
};

/**
 * What has come to depend on what an import added or changed: rows of any table that refer to it, edits since, credit, accounts, and
 * later imports.
 */
export async function readDependents(
  tx: Database,
  { run_id, rows }: { run_id: string; rows: DoneRow[] },
): Promise<{ dependents: Dependent[]; count: number }> {
  const ids = (list: string[]) => sql`${sql.param([...new Set(list)])}::uuid[]`;
  const added = ids(rows.flatMap(({ made, customer_id }) => (made.customer ? customer_id : [])));
  const homes = ids(rows.flatMap(({ made: { home } }) => (home?.added ? home.id : [])));
  const changed = ids(rows.flatMap(({ made: { home } }) => (home && hasFields(home) ? home.id : [])));
  const contacts = JSON.stringify(
    rows.flatMap(({ customer_id, made }) => made.contacts.map((contact) => ({ customer_id, ...contact }))),
  );
  const notes = ids(rows.flatMap(({ made }) => made.note_id ?? []));
  const codes = ids(rows.flatMap(({ made }) => made.code_ids));
  const done = sql`(select done.customer_id, max(done.done_at) as at from ${import_rows} done
    where done.run_id = ${run_id} and done.made is not null group by done.customer_id)`;
  const parts: SQL[] = [
    ...(await referencesTo(tx, "customers", LOOKED_AT)).map(
      ({ table, column }) => sql`select thing.${column} as customer_id, ${whatOf(table)} as what
        from ${sql.identifier(table)} thing where thing.${column} = any (${added})`,
    ),
    ...(await referencesTo(tx, "properties", LOOKED_AT)).map(
      ({ table, column }) => sql`select home.customer_id, ${whatOf(table)} as what
        from ${sql.identifier(table)} thing join ${properties} home on home.id = thing.${column}
        where thing.${column} = any (${homes})`,
    ),
    sql`select id, 'an account' from ${customers} where id = any (${added}) and user_id is not null`,
    sql`select thing.customer_id, 'a change since' from ${customers} customer join ${done} thing on thing.customer_id = customer.id
      where customer.updated_at > thing.at`,
    sql`select home.customer_id, 'a change of the home since' from ${properties} home
      join ${done} thing on thing.customer_id = home.customer_id
      where home.updated_at > thing.at
        and (home.customer_id = any (${added}) or home.id = any (${homes}) or home.id = any (${changed}))`,
    sql`select customer_id, 'a home that was added since' from ${properties}
      where customer_id = any (${added}) and id <> all (${homes})`,
    sql`select contact.customer_id, 'an email or phone that was added since' from ${customer_contacts} contact
      join ${done} thing on thing.customer_id = contact.customer_id
      where contact.customer_id = any (${added}) and (contact.created_at > thing.at + interval '1 second'
        or contact.verified_at is not null)`,
    sql`select contact.customer_id, 'an email that was confirmed since' from ${customer_contacts} contact
      join jsonb_to_recordset(${contacts}::jsonb) as made (customer_id uuid, kind text, value text)
        using (customer_id, kind, value)
      where contact.verified_at is not null and contact.customer_id <> all (${added})`,
    sql`select customer_id, 'a staff note' from ${staff_notes}
      where customer_id = any (${added}) and id <> all (${notes})`,
    sql`select home.customer_id, 'an entry code that was added since' from ${entry_codes} code
      join ${properties} home on home.id = code.property_id
      where code.property_id = any (${homes}) and code.id <> all (${codes})`,
    sql`select thing.customer_id, 'an entry code that was replaced since' from ${entry_codes} code
      join ${properties} home on home.id = code.property_id join ${done} thing on thing.customer_id = home.customer_id
      where code.id = any (${codes}) and code.updated_at > thing.at`,
    ...creditDependents(run_id, rows, added),
    sql`select later.customer_id, 'a later import' from ${import_rows} later
      join ${done} thing on thing.customer_id = later.customer_id
      where later.run_id <> ${run_id} and later.made is not null and later.verdict <> 'same' and later.done_at >= thing.at`,
  ];
  return nameDependents(tx, parts);
}

const hasFields = ({ fields }: NonNullable<Made["home"]>) => Object.keys(fields).length > 0;

const whatOf = (table: string) => sql`${WHAT[table] ?? `a record in ${table}`}::text`;
