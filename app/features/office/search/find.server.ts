import { type SQL, sql } from "drizzle-orm";
import { digitsOf } from "~/db/customer";
import { likePattern } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { search_texts } from "~/db/schema/office";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import type { Database } from "~/platform/database/database.server";
import { type Asked, MOST_HITS, writtenAs } from "./rules";

/** One more than is shown tells that there are others. */
const LIMIT = MOST_HITS + 1;
/** Of so many candidates of a kind, the best are shown. */
const CANDIDATES = 50;
/** So many names and addresses, or messages, are looked at; a commoner word has its list. */
const FEW_TEXTS = 100;
const MANY_MESSAGES = 200;
/** Where very many visits match, so many from today on are looked through for the next ones. */
const NEXT_VISITS = 500;

/** What has the number that was typed. */
const FIRST = 0;

/**
 * Whether the text has all of these words. Words with three letters in a row are found anywhere, shorter ones where a word
 * begins: a trigram index finds both.
 */
function hasWords(text: SQL, words: string[]): SQL {
  const conditions = words.map((word) => {
    const pattern = likePattern(word);
    if (/[\p{L}\p{N}]{3}/u.test(word)) return sql`${text} like ${pattern}`;
    const begins = pattern.slice(1);
    return sql`(${text} like ${begins} or ${text} like ${`% ${begins}`})`;
  });
  return sql.join(conditions, sql` and `);
}

type Part = { rank: number; id: SQL; from: SQL; where: SQL };

/** The ids that the parts find, each with the best rank. Each part uses an index of its own. */
function unionOf(parts: Part[]): SQL {
  const selects = parts.map(
    ({ rank, id, from, where }) =>
      sql`(select ${id} as id, ${sql.raw(String(rank))} as rank from ${from} where ${where} limit ${CANDIDATES})`,
  );
  return sql`select id, min(rank) as rank from (${sql.join(selects, sql` union all `)}) as any_of group by id`;
}

export type CustomerFound = {
  id: string;
  number: number;
  company_name: string | null;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  home: string | null;
  exact: boolean;
};

/**
 * Finds customers by number, name, phone, email and street, the likeliest first. A merged customer's number finds the one
 * that it was merged into. `ids` are all candidates.
 */
export async function findCustomers(
  db: Database,
  asked: Asked,
): Promise<{ ids: string[]; found: CustomerFound[] }> {
  const parts = customerParts(asked);
  if (parts.length === 0) return { ids: [], found: [] };
  const contact = (kind: "phone" | "email") => sql`(
    select ${customer_contacts.value} from ${customer_contacts}
    where ${customer_contacts.customer_id} = top.id and ${customer_contacts.kind} = ${kind}
    order by ${customer_contacts.is_primary} desc, ${customer_contacts.created_at} limit 1)`;
  const { rows } = await db.execute<CustomerFound>(sql`
    with any_of as (${unionOf(parts)}),
    top as (
      select ${customers.id}, ${customers.number}, company_name, first_name, last_name, rank,
        row_number() over (order by rank, ${customers.name} = '', ${customers.name}, ${customers.id}) as place
      from any_of join ${customers} on ${customers.id} = any_of.id
      where merged_into is null
      order by place limit ${CANDIDATES}
    )
    select id, number, company_name, first_name, last_name, rank = ${FIRST} as exact,
      ${contact("phone")} as phone, ${contact("email")} as email,
      (select ${properties.address_line1} || ', ' || ${properties.city} from ${properties}
        where ${properties.customer_id} = top.id order by ${properties.is_default} desc, ${properties.created_at} desc limit 1) as home
    from top where place <= ${LIMIT}
    union all
    select id, number, null, null, null, false, null, null, null from top where place > ${LIMIT}`);
  return { ids: rows.map(({ id }) => id), found: rows.slice(0, LIMIT) };
}

function customerParts({ q, number, digits, words }: Asked): Part[] {
  const isCurrent = sql`merged_into is null`;
  const named = (rank: number, where: SQL): Part => ({
    ...{ rank, id: sql`id`, from: sql`${customers}` },
    where: sql`${where} and ${isCurrent}`,
  });
  const contact = (rank: number, where: SQL): Part => ({
    ...{ rank, id: sql`customer_id`, from: sql`${customer_contacts}`, where },
  });
  const parts: Part[] = [];
  if (number !== null)
    parts.push({
      ...{ rank: FIRST, id: sql`coalesce(merged_into, id)`, from: sql`${customers}` },
      where: sql`number = ${number}`,
    });
  if (digits !== null)
    parts.push(contact(digits.length >= 7 ? 1 : 4, sql`value like ${`%${digits}%`} and kind = 'phone'`));
  if (words.length === 0) return parts;
  const name = q.toLowerCase();
  const [word = ""] = words;
  parts.push(
    named(1, sql`name = ${name}`),
    named(2, sql`name like ${likePattern(name).slice(1)}`),
    named(3, hasWords(sql`name`, words)),
    {
      ...{ rank: 5, id: sql`customer_id`, from: sql`${properties}` },
      where: sql`${hasWords(sql`lower(address_line1)`, words)} and customer_id is not null`,
    },
  );
  if (words.length === 1 && /[\p{L}@]/u.test(word) && /[\p{L}\p{N}]{3}/u.test(word))
    parts.push(contact(4, sql`value like ${likePattern(word)} and kind = 'email'`));
  return parts;
}

/** Ids as an array of the database. */
const listed = (ids: string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** The customers that were found, and where today begins in company time. */
export type Around = { customers: string[]; today: { date: string; start: Temporal.Instant } };
export type IdFound = { id: string; exact: boolean };

/** Finds bookings by number, by what was left with them, and those of these customers; the next visits come first. */
export async function findBookings(
  db: Database,
  { number, digits, words }: Asked,
  { customers: people, today }: Around,
): Promise<IdFound[]> {
  const { date, start } = today;
  const [day, moment] = [sql`${date}::date`, sql`${start.toString()}::timestamptz`];
  const parts: SQL[] = [];
  if (number !== null) parts.push(sql`(select id from ${bookings} where number = ${number})`);
  if (people.length > 0) parts.push(nearest(people, sql`customer_id`, { by: sql`scheduled_date`, now: day }));
  if (digits !== null)
    // a hold has no customer yet
    parts.push(sql`(select id from ${bookings} where status = 'pending'
      and ${digitsOf(bookings.customer_phone)} like ${`%${digits}%`} limit ${CANDIDATES})`);
  if (words.length > 0) {
    const keys = await findTexts(db, words);
    if (keys.length > 0) parts.push(nearest(keys, sql`search_key`, { by: sql`starts_at`, now: moment }));
    if (keys.length > FEW_TEXTS)
      parts.push(sql`(select id from (
          select id, search_key from ${bookings} where starts_at >= ${moment} and status <> 'cancelled'
          order by starts_at limit ${NEXT_VISITS}
        ) as next_visits
        where (select ${hasWords(textOf(words), words)} from ${search_texts} where key = next_visits.search_key)
        limit ${LIMIT})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await db.execute<IdFound>(sql`
    select id, coalesce(number = ${number}::int, false) as exact from ${bookings}
    where id = any(array(${sql.join(parts, sql` union `)}))
    order by exact desc, status = 'cancelled', scheduled_date < ${day}, abs(scheduled_date - ${day}), starts_at, id
    limit ${CANDIDATES}`);
  return rows;
}

/** Of each key the next bookings and the last ones: of many keys three each, so that little is read. */
function nearest(keys: string[], column: SQL, { by, now }: { by: SQL; now: SQL }): SQL {
  const most = keys.length > MOST_HITS ? 3 : LIMIT;
  const side = (where: SQL, order: SQL) =>
    sql`(select id from ${bookings} where ${column} = each_of.key and ${where} order by ${order} limit ${most})`;
  return sql`(select near.id from unnest(${listed(keys)}) as each_of (key) cross join lateral (
    ${side(sql`${by} >= ${now}`, by)} union all ${side(sql`${by} < ${now}`, sql`${by} desc`)}) as near)`;
}

/** Names and streets; with several words also towns. Both texts have an index. */
function textOf(words: string[]): SQL {
  const { who, town } = search_texts;
  return words.length > 1 ? sql`(${who} || ' ' || ${town})` : sql`${who}`;
}

async function findTexts(db: Database, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(
    sql`select key from ${search_texts} where ${hasWords(textOf(words), words)} limit ${FEW_TEXTS + 1}`,
  );
  return rows.map(({ key }) => key);
}

/** As the index of migration 0006 has it. */
const LEFT = sql`lower(coalesce(${plans.customer_name}, '') || ' ' || ${plans.address_line1} || ' ' || ${plans.city} || ' ' || coalesce(${plans.customer_email}, ''))`;

/** Finds plans by number, by what was left with them, and those of these customers; those that ended come last. */
export async function findPlans(
  db: Database,
  { number, words }: Asked,
  { customers: people }: Pick<Around, "customers">,
): Promise<IdFound[]> {
  const parts: SQL[] = [];
  const found = (where: SQL) => parts.push(sql`(select id from ${plans} where ${where} limit ${CANDIDATES})`);
  if (number !== null) found(sql`number = ${number}`);
  if (people.length > 0) found(sql`customer_id = any(${listed(people)})`);
  if (words.length > 0) found(hasWords(LEFT, words));
  if (parts.length === 0) return [];
  const { rows } = await db.execute<IdFound>(sql`
    select id, coalesce(number = ${number}::int, false) as exact from ${plans}
    where id = any(array(${sql.join(parts, sql` union `)})) and (status <> 'ended' or subscription_id is not null)
    order by exact desc, status = 'ended', created_at desc, id
    limit ${CANDIDATES}`);
  return rows;
}

/** Finds orders by number, and those of these bookings, plans and customers; the newest come first. */
export async function findOrders(
  db: Database,
  { number }: Asked,
  of: { customers: string[]; bookings: string[]; plans: string[] },
): Promise<IdFound[]> {
  const parts: SQL[] = [];
  if (number !== null) parts.push(sql`(select id from ${orders} where number = ${number})`);
  if (of.bookings.length > 0)
    parts.push(sql`(select id from ${orders} where booking_id = any(${listed(of.bookings)}))`);
  for (const [column, ids] of [
    [sql`customer_id`, of.customers],
    [sql`plan_id`, of.plans],
  ] as const) {
    if (ids.length > 0)
      parts.push(sql`(select last.id from unnest(${listed(ids)}) as each_of (key) cross join lateral (
        select id from ${orders} where ${column} = each_of.key order by created_at desc limit ${ids.length > MOST_HITS ? 3 : LIMIT}) as last)`);
  }
  if (parts.length === 0) return [];
  const { rows } = await db.execute<IdFound>(sql`
    select id, coalesce(number = ${number}::int, false) as exact from ${orders}
    where id = any(array(${sql.join(parts, sql` union `)}))
    order by exact desc, created_at desc, id limit ${LIMIT}`);
  return rows;
}

/** As the index of migration 0003 has it. */
const WORDS = sql`lower(${contact_messages.name} || ' ' || ${contact_messages.email} || ' ' || coalesce(${contact_messages.phone}, '') || ' ' || ${contact_messages.message})`;
const SENDER = sql`lower(${contact_messages.name} || ' ' || ${contact_messages.email})`;

/** Finds messages by sender, text and phone, and those of these customers; what has the words in its sender comes first. */
export async function findMessages(
  db: Database,
  { digits, words }: Asked,
  { customers: people }: Pick<Around, "customers">,
): Promise<string[]> {
  const parts: SQL[] = [];
  const found = (where: SQL) =>
    parts.push(sql`(select id from ${contact_messages} where ${where} limit ${MANY_MESSAGES})`);
  if (people.length > 0) found(sql`customer_id = any(${listed(people)})`);
  if (digits !== null)
    for (const written of writtenAs(digits)) found(sql`${WORDS} like ${likePattern(written)}`);
  else if (words.length > 0) found(hasWords(WORDS, words));
  if (parts.length === 0) return [];
  const sent = words.length > 0 ? sql`${hasWords(SENDER, words)} desc, ` : sql``;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${contact_messages} where id = any(array(${sql.join(parts, sql` union `)}))
    order by ${sent}status = 'archived', created_at desc, id limit ${LIMIT}`);
  return rows.map(({ id }) => id);
}
