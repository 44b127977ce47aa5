import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { COUNT_LIMIT, FILTERED_COUNT_LIMIT, keyset, PAGE_SIZE } from "~/db/keyset";
import type { ListQuery } from "~/lib/list-query";
import { numberIn } from "~/lib/number";
import type { Database } from "~/platform/database/database.server";

/**
 * The conditions of a search, each with an index of its own; their results may overlap. `finds` says how to read one:
 * - `few`: read all matches, then sort.
 * - `place`: read `from`, which has its rows in the list's order.
 * - `many`: read the list in its order and filter; a page is soon full.
 */
export type Search = {
  where: SQL;
  finds: "few" | "place" | "many";
  /** The tables to search; the list's own by default. */
  from?: SQL;
}[];

/** The ids that match any of these conditions; null if there are more than COUNT_LIMIT. Each condition uses its own index. */
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

/** The search for what has this number, if the text is one ("1042", "#1042"). */
export function numbered(column: PgColumn, q: string): Search {
  const number = numberIn(q);
  return number === null ? [] : [{ where: eq(column, number), finds: "few" }];
}

/** A search by one condition: by ids if at most COUNT_LIMIT rows match, else in the list's order. */
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

/** The tables of a list, its id, and the column that it is sorted by. */
type Source = { from: SQL; id: PgColumn; column: PgColumn | SQL };

type Wanted = { query: ListQuery; search: Search; filter?: SQL; limit: number };

/** What a list shows. `search` is null if no text is searched; `parts` then splits the reading by index. */
export type Sought = { search?: Search | null; filter: SQL | undefined; parts?: Search };
export type Count = { total: number; more: boolean };
type Reading<Row> = {
  /** Reads rows in the list's order; with `ids`, those rows only. */
  rows: (limit: number, ids?: string[]) => Promise<Row[]>;
  /** Counts the list without a search. */
  count: () => Promise<Count>;
};

/** One page of a list plus one row, and the total. */
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

/** The ids of one page plus some beyond it, and the total. Where both read the same rows, one statement does both. */
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

/** The ids of one page plus some beyond it. */
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
 * Counts the matches up to a limit. A filtered search with many matches must read each row, so it stops at
 * FILTERED_COUNT_LIMIT, newest first: a page has just read those.
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
