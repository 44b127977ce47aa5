import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT, FILTERED_COUNT_LIMIT, keyset, PAGE_SIZE } from "~/db/keyset";
import type { ListQuery } from "~/lib/list-query";
import type { Database } from "~/platform/database.server";

/**
 * What a text finds: conditions, each with an index that fits. Together they find all, some of it twice.
 * What the `few` find can be sorted at once; the `place`s have their rows in order; each of the `many` is there.
 */
export type Search = {
  where: SQL;
  finds: "few" | "place" | "many";
  /** Where to look, instead of among all. */
  from?: SQL;
}[];

/**
 * The ids that any of these conditions finds, each by an index of its own, when they are few; null when they are more than
 * are counted: a page of so many is soon full when the list is read in its order.
 */
export async function findFew(
  db: Database,
  conditions: { from: SQL; id: PgColumn; has: SQL }[],
): Promise<string[] | null> {
  const parts = conditions.map(
    ({ from, id, has }) => sql`(select ${id} as id from ${from} where ${has} limit ${COUNT_LIMIT + 1})`,
  );
  const { rows } = await db.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.length > COUNT_LIMIT ? null : rows.map(({ id }) => id);
}

/** A condition without an order of its own: few are found by their ids first, of more a page is soon full. */
export async function fewOrMany(db: Database, from: PgTable, id: PgColumn, has: SQL): Promise<Search> {
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
type Source = { from: SQL; id: PgColumn; column: PgColumn | SQL };

type Wanted = { query: ListQuery; search: Search; filter?: SQL; limit: number };

/** What a list is to show: no search where nothing is searched by ids. `parts`: where it is then read, if not in one go. */
export type Sought = { search?: Search | null; filter: SQL | undefined; parts?: Search };
export type Count = { total: number; more: boolean };
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
  { search, filter }: { search: Search; filter?: SQL },
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
