import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT, FILTERED_COUNT_LIMIT, keyset, likePattern, PAGE_SIZE } from "~/db/keyset";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { search_texts } from "~/db/schema/office";
import type { ListQuery } from "~/lib/list-query";
import type { Database } from "~/platform/database.server";

/** So many names and addresses are looked up one by one; of more, a page is soon full when it is read in its order. */
const FEW_TEXTS = COUNT_LIMIT;
/** So many towns, and so many services, are looked up one by one. */
const FEW_PLACES = 5;

/**
 * What a text finds: conditions on bookings, each with an index that fits. Together they find all, some of it twice.
 * What the `few` find can be sorted at once; the `place`s have their visits in order; each of the `many` has a visit.
 */
export type BookingSearch = {
  where: SQL;
  finds: "few" | "place" | "many";
  /** Where to look, instead of among all. */
  from?: SQL;
}[];

/**
 * Where to look for a customer's name, street or town, and if asked for the name of a service. What is `joined` to bookings
 * has an order of its own, in which it is read when many are found: not by the texts, booking by booking.
 */
export async function searchBookings(
  db: Database,
  q: string,
  { services: ofServices = false, joined = false } = {},
): Promise<BookingSearch> {
  const pattern = likePattern(q);
  const [towns, offered] = await Promise.all([
    townsLike(db, pattern),
    ofServices ? servicesLike(db, pattern) : [],
  ]);
  const places: BookingSearch = [
    ...(towns.length <= FEW_PLACES
      ? towns.map((town) => ({ where: eq(bookings.city, town), finds: "place" as const }))
      : []),
    ...(offered.length <= FEW_PLACES
      ? offered.map((id) => ({ where: eq(bookings.service_id, id), finds: "place" as const }))
      : [{ where: inArray(bookings.service_id, offered), finds: "place" as const }]),
  ];
  const listed = towns.length <= FEW_PLACES ? towns.map((town) => town.toLowerCase()) : [];
  const elsewhere = and(
    textHas(q, { towns: towns.length > FEW_PLACES }),
    listed.length > 0 ? notInArray(search_texts.town, listed) : undefined,
  );
  const found = await db
    .select({ key: search_texts.key })
    .from(search_texts)
    .where(elsewhere)
    .limit(FEW_TEXTS + 1);
  if (found.length === 0) return places;
  if (found.length > FEW_TEXTS && joined) {
    const has = sql`(select ${elsewhere} from ${search_texts} where ${eq(search_texts.key, bookings.search_key)})`;
    return [...places, { where: has, finds: "many" }];
  }
  if (found.length > FEW_TEXTS) {
    const texts = db.select({ key: search_texts.key }).from(search_texts).where(elsewhere);
    return [...places, { where: inArray(bookings.search_key, texts), finds: "many" }];
  }
  const keys = `{${found.map(({ key }) => key).join(",")}}`;
  return [...places, { where: sql`${bookings.search_key} = any(${keys}::uuid[])`, finds: "few" }];
}

/**
 * Whether name and street have this in them. Its own town is a place, unless they are too many; what has a space in it may
 * begin in the street and end in the town. One or two letters are how a word begins: they are in nearly everything.
 */
function textHas(q: string, { towns }: { towns: boolean }): SQL {
  const { who, town } = search_texts;
  const text = towns || q.includes(" ") ? sql`(${who} || ' ' || ${town})` : sql`${who}`;
  if (/^[\p{L}\p{N}]{1,2}$/u.test(q)) {
    const begins = likePattern(q).slice(1);
    return sql`(${text} like ${begins} or ${text} like ${`% ${begins}`})`;
  }
  return sql`${text} like ${likePattern(q)}`;
}

/** A condition without an order of its own: few are found by their ids first, of more a page is soon full. */
export async function fewOrMany(db: Database, from: PgTable, id: PgColumn, has: SQL): Promise<BookingSearch> {
  const found = await db
    .select({ id })
    .from(from)
    .where(has)
    .limit(COUNT_LIMIT + 1);
  if (found.length === 0) return [];
  if (found.length > COUNT_LIMIT) return [{ where: has, finds: "many" }];
  const ids = found.map((row) => row.id);
  return [{ where: inArray(id, ids), finds: "few" }];
}

/** What is searched: bookings, or what is joined to them. */
type Source = { from: SQL; id: PgColumn; column: PgColumn };

type Wanted = { query: ListQuery; search: BookingSearch; filter?: SQL; limit: number };

/** What a list is to show: no search where nothing is searched. `parts`: where it is then read, if not in one go. */
export type Sought = { search: BookingSearch | null; filter: SQL | undefined; parts?: BookingSearch };
type Count = { total: number; more: boolean };
type Reading<Row> = {
  /** The rows in the list's order; those with these ids when they were found by their ids. */
  rows: (limit: number, ids?: string[]) => Promise<Row[]>;
  /** How many there are when nothing is searched. */
  count: () => Promise<Count>;
};

/** One page of a list and one row more, and how many rows there are in all. What is searched is found by its ids first. */
export async function readFound<Row>(
  db: Database,
  source: Source,
  { query, search, filter, parts }: Sought & { query: ListQuery },
  { rows, count }: Reading<Row>,
): Promise<Count & { found: Row[] }> {
  const limit = PAGE_SIZE + 1;
  if (!search) {
    const ids = parts && findIds(db, source, { query, search: parts, filter, limit });
    const [found, all] = await Promise.all([
      ids ? ids.then((some) => rows(limit, some)) : rows(limit),
      count(),
    ]);
    return { found, ...all };
  }
  const { ids, ...all } = await findPage(db, source, { query, search, filter, limit });
  return { found: await rows(limit, ids), ...all };
}

/**
 * The ids of what the search and the filter find on one page of a list, and some beyond it; and how many they find in all.
 * Where a first page is read as far as counting goes, the same statement counts.
 */
async function findPage(
  db: Database,
  source: Source,
  wanted: Wanted,
): Promise<{ ids: string[]; total: number; more: boolean }> {
  const { query, search, filter, limit } = wanted;
  if (query.cursor || !filter || !search.some(({ finds }) => finds === "many")) {
    const [ids, count] = await Promise.all([
      findIds(db, source, wanted),
      countFound(db, source, { search, filter }),
    ]);
    return { ids, ...count };
  }
  const ids = await findIds(db, source, { ...wanted, limit: Math.max(limit, FILTERED_COUNT_LIMIT + 1) });
  return { ids, total: Math.min(ids.length, FILTERED_COUNT_LIMIT), more: ids.length > FILTERED_COUNT_LIMIT };
}

/** The ids of what the search and the filter find on one page of a list, and some beyond it. */
export async function findIds(
  db: Database,
  { from, id, column }: Source,
  { query, search, filter, limit }: Wanted,
): Promise<string[]> {
  const { where: beyond } = keyset(query, { column, id });
  const { orderBy } = keyset(query, { column: sql`edge`, id: sql`id` });
  const found = await Promise.all(
    search.map(({ where, finds, from: place = from }) =>
      db.execute<{ id: string }>(sql`
        with found as ${finds === "few" ? sql`materialized` : sql`not materialized`} (
          select ${id} as id, ${column} as edge from ${place} where ${and(where, filter, beyond)}
        )
        select id from found order by ${sql.join(orderBy, sql`, `)} limit ${limit}`),
    ),
  );
  return [...new Set(found.flatMap(({ rows }) => rows.map((row) => row.id)))];
}

/**
 * How many the search and the filter find, counted up to a limit. Of many, each has a visit; how many of those the filter
 * leaves is dear to find out, so that counting stops sooner, and begins with the newest by `column`, which a page has read.
 */
async function countFound(
  db: Database,
  { from, id, column }: Source,
  { search, filter }: { search: BookingSearch; filter?: SQL },
): Promise<{ total: number; more: boolean }> {
  if (search.length === 0) return { total: 0, more: false };
  const many = search.some(({ finds }) => finds === "many");
  if (many && !filter) return { total: COUNT_LIMIT, more: true };
  const most = many ? FILTERED_COUNT_LIMIT : COUNT_LIMIT;
  const parts = search.map(({ where, finds }) => {
    const order = finds === "many" ? sql`order by ${column} desc, ${id} desc` : sql``;
    return sql`(select ${id} as id from ${from} where ${and(where, filter)} ${order} limit ${most + 1})`;
  });
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${sql.join(parts, sql` union `)}) as found`,
  );
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, most), more: total > most };
}

/** The towns of all bookings, found by leaping from one to the next. */
async function townsLike(db: Database, pattern: string): Promise<string[]> {
  const { rows } = await db.execute<{ city: string }>(sql`
    with recursive towns (city) as (
      (select city from ${bookings} order by city limit 1)
      union all
      select (select city from ${bookings} where city > towns.city order by city limit 1)
      from towns where towns.city is not null
    )
    select city from towns where lower(city) like ${pattern} limit ${FEW_PLACES + 1}`);
  return rows.map(({ city }) => city);
}

async function servicesLike(db: Database, pattern: string): Promise<string[]> {
  const found = await db
    .select({ id: services.id })
    .from(services)
    .where(sql`lower(${services.title}) like ${pattern}`);
  return found.map(({ id }) => id);
}
