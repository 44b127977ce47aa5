import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { data, type LoaderFunctionArgs } from "react-router";
import { batchesOf, keyset, type Page, pageOf } from "~/db/keyset";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { CsvColumns } from "~/lib/csv";
import { type ListQuery, type ListSpec, parseListQuery } from "~/lib/list-query";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import { csvResponse } from "~/platform/csv-response.server";
import type { Database } from "~/platform/database.server";
import { requireAdmin } from "~/platform/gate.server";
import { type Count, findIds, readFound, type Sought } from "./find.server";

/** What a list selects, before it is narrowed and sorted. */
type Selecting = PromiseLike<unknown[]> & { where: (condition?: SQL) => unknown };
type FoundBy<Select extends Selecting> = Awaited<Select>[number];
type Narrowed<Found> = {
  where: (condition?: SQL) => {
    orderBy: (...by: SQL[]) => { limit: (rows: number) => PromiseLike<Found[]> };
  };
};

/** `of`: the email of the customer whose rows are asked for. */
type Wanted = Sought & { of?: string | null };
type Around<Asked> = { ctx: AdminCtx; zone: string; wanted: Asked };
type Filters = ListSpec["filters"];

type Definition<
  Sort extends string,
  By extends Filters,
  Select extends Selecting,
  Asked extends Wanted,
  Row,
  Counted extends Count,
  Line,
> = {
  select: (db: Database) => Select;
  id: PgColumn;
  /** What is sorted by; never null, and with the id it has an index. */
  keys: Record<Sort, PgColumn | SQL>;
  /** The sorted value of a row. */
  edge: (found: FoundBy<Select>, sort: Sort) => { toString: () => string };
  /** Where ids are searched. */
  from?: SQL;
  /** What the search and the filters ask for. */
  wanted: (ctx: AdminCtx, query: ListQuery<Sort, By>) => Asked | Promise<Asked>;
  /** How many there are when nothing is searched by its ids, and what else is told of all. */
  count: (ctx: AdminCtx, query: ListQuery<Sort, By>, wanted: Asked) => Promise<Counted>;
  /** The rows of a page: finished strings, company time. */
  rows: (found: FoundBy<Select>[], around: Around<Asked>) => Row[] | Promise<Row[]>;
  /** How many things the rows stand for, where one may stand for several. */
  shown?: (rows: Row[]) => number;
  /** The lines of the file, where they aren't what is found. */
  lines?: (found: FoundBy<Select>[], around: Around<Asked>) => Line[] | Promise<Line[]>;
  columns: CsvColumns<Line>;
};

/**
 * A list of the office: `read` answers one page of it, with how many rows the search and the filters find in all; `lines`
 * is everything they find, in batches of the list's order. `load` and `download` answer for its page and its file.
 */
export function defineList<
  Sort extends string,
  By extends Filters,
  Select extends Selecting,
  Asked extends Wanted,
  Row,
  Counted extends Count,
  Line = FoundBy<Select>,
>(spec: ListSpec<Sort, By>, list: Definition<Sort, By, Select, Asked, Row, Counted, Line>) {
  type Query = ListQuery<Sort, By>;
  type Found = FoundBy<Select>;
  const sourceOf = ({ sort }: Query) => ({
    from: list.from ?? sql`${list.id.table}`,
    id: list.id,
    column: list.keys[sort],
  });
  const keyOf = (found: Found, { sort }: Query) => ({
    value: String(list.edge(found, sort)),
    id: String((found as { id: unknown }).id),
  });

  /** The rows after (or before) the cursor. What is searched is found by its ids first, for the indexes have no more. */
  async function rowsOf(db: Database, query: Query, wanted: Asked, limit: number, ids?: string[]) {
    const { search, filter } = wanted;
    const { where: beyond, orderBy } = keyset(query, { column: list.keys[query.sort], id: list.id });
    const some = search
      ? (ids ?? (await findIds(db, sourceOf(query), { query, search, filter, limit })))
      : ids;
    const select = list.select(db) as unknown as Narrowed<Found>;
    return select
      .where(some ? inArray(list.id, some) : and(filter, beyond))
      .orderBy(...orderBy)
      .limit(limit);
  }

  async function read(ctx: AdminCtx, query: Query): Promise<ListOf<Row, Counted>> {
    const wanted = await list.wanted(ctx, query);
    const [{ timezone: zone }, { found, ...count }] = await Promise.all([
      readCompany(ctx),
      readFound(
        ctx.db,
        sourceOf(query),
        { query, ...wanted },
        {
          rows: (limit, ids) => rowsOf(ctx.db, query, wanted, limit, ids),
          count: () => list.count(ctx, query, wanted),
        },
      ),
    ]);
    const page = pageOf(query, found, (one) => keyOf(one, query));
    const rows = await list.rows(page.rows, { ctx, zone, wanted });
    const shown = list.shown?.(rows) ?? rows.length;
    return { ...page, rows, shown, of: wanted.of ?? null, ...(count as Counted) };
  }

  async function* lines(ctx: AdminCtx, asked: Query): AsyncGenerator<Line[], void, undefined> {
    const wanted = await list.wanted(ctx, asked);
    const { timezone: zone } = await readCompany(ctx);
    const batches = batchesOf(asked, (query, limit) => rowsOf(ctx.db, query, wanted, limit), keyOf);
    for await (const found of batches)
      yield list.lines ? await list.lines(found, { ctx, zone, wanted }) : (found as unknown as Line[]);
  }

  return {
    ...{ spec, read, lines },
    parse: (params: URLSearchParams) => parseListQuery(params, spec),
    load: loadWith(spec, read),
    download: ({ request, context }: LoaderFunctionArgs) => {
      const ctx = requireAdmin(request, context);
      const params = new URL(request.url).searchParams;
      const batches = lines(ctx, parseListQuery(params, spec));
      return csvResponse(`${spec.name}.csv`, list.columns, batches, (rows) =>
        recordExport(ctx, spec.name, { rows, filters: filtersOf(params) }),
      );
    },
  };
}

type ListOf<Row, Counted> = Page<Row> & { shown: number; of: string | null } & Counted;

const NOT_KEPT = { "Cache-Control": "no-store" };

/** What a list's page shows: the list, or null with a 503 when it can't be read (say the database is away). */
export function loadWith<Sort extends string, By extends Filters, List>(
  spec: ListSpec<Sort, By>,
  read: (ctx: AdminCtx, query: ListQuery<Sort, By>) => Promise<List>,
) {
  return async ({ request, context }: LoaderFunctionArgs) => {
    const ctx = requireAdmin(request, context);
    const query = parseListQuery(new URL(request.url).searchParams, spec);
    try {
      return data({ query, list: await read(ctx, query) }, { headers: NOT_KEPT });
    } catch (err) {
      ctx.log.error({ err }, `the ${spec.name} could not be read`);
      return data({ query, list: null }, { status: 503, headers: { ...NOT_KEPT, "Retry-After": "30" } });
    }
  };
}

/** Names of filters are the program's own; whatever else stands in an address is not written down. */
const FILTER = /^[a-z_]{1,20}$/;

/** The names of the filters in use; what was searched for may be a person's name. */
function filtersOf(params: URLSearchParams): string[] {
  const used = [...params].flatMap(([name, value]) => (value !== "" && FILTER.test(name) ? [name] : []));
  return [...new Set(used)];
}

/**
 * A download leaves a row in the audit trail: who took which list, and how much of it. It is written before the last rows go
 * out, so that nobody has the whole list without one; a download that is broken off leaves one as well.
 */
function recordExport(ctx: AdminCtx, list: string, details: { rows: number; filters: string[] }) {
  return recordAudit(ctx.db, ctx, { action: "list.exported", entity: "list", entity_id: list, details });
}
