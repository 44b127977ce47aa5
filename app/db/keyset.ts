import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ListQuery } from "~/lib/list-query";

export const PAGE_SIZE = 25;
/** Searches stop counting here; the list then says "1,000+". */
export const COUNT_LIMIT = 1000;
/** Filtered searches stop counting here, because each counted row must be read. */
export const FILTERED_COUNT_LIMIT = 50;

type Key = { column: PgColumn | SQL; id: PgColumn | SQL };

/**
 * One page of a list, read through the index on (column, id): the condition after (or before) the cursor, the order, and
 * the limit, which is one more than the page has. `column` must not be null.
 */
export function keyset({ sort: _, descending, cursor }: ListQuery, { column, id }: Key) {
  const backwards = cursor?.side === "before";
  const down = descending !== backwards;
  const edge = cursor && sql`(${cursor.value ?? ""}, ${cursor.id})`;
  const compare = down ? lt : gt;
  const direction = down ? desc : asc;
  return {
    where: edge ? compare(sql`(${column}, ${id})`, edge) : undefined,
    orderBy: [direction(column), direction(id)],
    limit: PAGE_SIZE + 1,
  };
}

export type Page<Row> = { rows: Row[]; previous: ListQuery["cursor"]; next: ListQuery["cursor"] };

/** The page from the rows that `keyset` selected. `keyOf` returns a row's sort value as text, and its id. */
export function pageOf<Row>(
  { cursor }: ListQuery,
  found: Row[],
  keyOf: (row: Row) => { value: string; id: string },
): Page<Row> {
  const backwards = cursor?.side === "before";
  const more = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && (backwards ? more : cursor !== null) ? { side: "before", ...keyOf(first) } : null,
    next: last && (backwards || more) ? { side: "after", ...keyOf(last) } : null,
  };
}

/** The number of rows per batch when a whole list is exported. */
const BATCH = 500;

/** All rows of a list in its order, in batches. `read` returns the rows after a cursor. */
export async function* batchesOf<Query extends ListQuery, Row>(
  asked: Query,
  read: (query: Query, limit: number) => Promise<Row[]>,
  keyOf: (row: Row, query: Query) => { value: string; id: string },
): AsyncGenerator<Row[], void, undefined> {
  for (let query: Query = { ...asked, cursor: null }; ; ) {
    const rows = await read(query, BATCH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    query = { ...query, cursor: { side: "after", ...keyOf(last, query) } };
  }
}

/** Escapes text for LIKE, so that it matches literally. */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
