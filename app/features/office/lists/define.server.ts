import { and, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { data, type LoaderFunctionArgs } from "react-router";
import { batchesOf, keyset, type Page, pageOf } from "~/db/keyset";
import { readCompany } from "~/features/operations/settings/queries.server";
import type { CsvColumns } from "~/lib/csv";
import { daysOf, momentsOf, nameOfDays } from "~/lib/date-range";
import { companyToday } from "~/lib/dates";
import { type ListQuery, type ListSpec, openAddress, parseListQuery } from "~/lib/list-query";
import { isKept, viewSearch } from "~/lib/saved-view";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { orElse } from "~/platform/faults.server";
import { pathOf } from "~/platform/http/page-path.server";
import { csvResponse } from "~/platform/request/csv-response.server";
import { requireStaff } from "~/platform/request/gate.server";
import { type Count, findIds, readFound, type Sought } from "./find.server";
import { readViews, rememberList } from "./views.server";

/** A select without `where`, `order by` and `limit`. */
type Selecting = PromiseLike<unknown[]> & { where: (condition?: SQL) => unknown };
type FoundBy<Select extends Selecting> = Awaited<Select>[number];
type Narrowed<Found> = {
  where: (condition?: SQL) => {
    orderBy: (...by: SQL[]) => { limit: (rows: number) => PromiseLike<Found[]> };
  };
};

/** `of`: the email of the customer that the list is limited to. */
type Wanted = Sought & { of?: string | null };
type Around<Asked> = { ctx: StaffCtx; zone: string; wanted: Asked };
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
  /** The moment that ranges of days are about. It has an index. */
  date: PgColumn;
  /** The columns to sort by. Each must be not null and have an index together with the id. */
  keys: Record<Sort, PgColumn | SQL>;
  /** The value of a row in the column that the list is sorted by. */
  edge: (found: FoundBy<Select>, sort: Sort) => { toString: () => string };
  /** The tables in which a search finds ids; the id's table by default. */
  from?: SQL;
  /** The conditions for a search and filters. */
  wanted: (ctx: StaffCtx, query: ListQuery<Sort, By>) => Asked | Promise<Asked>;
  /** The total when no search is used, and other figures about the whole list. */
  count: (ctx: StaffCtx, query: ListQuery<Sort, By>, wanted: Asked) => Promise<Counted>;
  /** Formats a page's rows; times are in the company's time zone. */
  rows: (found: FoundBy<Select>[], around: Around<Asked>) => Row[] | Promise<Row[]>;
  /** The number of things on a page, if a row can stand for several (a plan's far visits). */
  shown?: (rows: Row[]) => number;
  /** The lines of the CSV file, if they differ from the selected rows. */
  lines?: (found: FoundBy<Select>[], around: Around<Asked>) => Line[] | Promise<Line[]>;
  columns: CsvColumns<Line>;
};

/**
 * Defines a list of the office. `read` returns one page and the total; `lines` returns all rows in batches, in the list's
 * order. `load` is the loader of the page, `download` the loader of the CSV file.
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

  /** The condition for the range of days, in company time; undefined without one. */
  async function datedIn(ctx: StaffCtx, { range }: Pick<Query, "range">): Promise<SQL | undefined> {
    if (range === null) return;
    const { timezone } = await readCompany(ctx);
    const { start, end } = momentsOf(daysOf(range, companyToday(ctx.now, timezone)), timezone);
    return and(start ? gte(list.date, start) : undefined, end ? lt(list.date, end) : undefined);
  }

  async function wantedIn(ctx: StaffCtx, query: Query): Promise<Asked> {
    const [wanted, dated] = await Promise.all([list.wanted(ctx, query), datedIn(ctx, query)]);
    return dated ? { ...wanted, filter: and(wanted.filter, dated) } : wanted;
  }

  /** The total without a search. Counters know no days: what is in a range is counted up to a limit. */
  async function countOf(ctx: StaffCtx, query: Query, wanted: Asked): Promise<Counted> {
    const counted = await list.count(ctx, query, wanted);
    if (query.range === null) return counted;
    const { from } = sourceOf(query);
    const found = ctx.db
      .select({ one: sql`1`.as("one") })
      .from(from)
      .where(wanted.filter);
    return { ...counted, ...(await countUpTo(ctx.db, found)) };
  }

  /** The rows after (or before) the cursor. A search finds ids first, because its indexes hold nothing else. */
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

  async function read(ctx: StaffCtx, query: Query): Promise<ListOf<Row, Counted>> {
    const wanted = await wantedIn(ctx, query);
    const [{ timezone: zone }, { found, ...count }] = await Promise.all([
      readCompany(ctx),
      readFound(
        ctx.db,
        sourceOf(query),
        { query, ...wanted },
        {
          rows: (limit, ids) => rowsOf(ctx.db, query, wanted, limit, ids),
          count: () => countOf(ctx, query, wanted),
        },
      ),
    ]);
    const page = pageOf(query, found, (one) => keyOf(one, query));
    const rows = await list.rows(page.rows, { ctx, zone, wanted });
    const shown = list.shown?.(rows) ?? rows.length;
    return { ...page, rows, shown, of: wanted.of ?? null, ...(count as Counted) };
  }

  async function* lines(ctx: StaffCtx, asked: Query): AsyncGenerator<Line[], void, undefined> {
    const wanted = await wantedIn(ctx, asked);
    const { timezone: zone } = await readCompany(ctx);
    const batches = batchesOf(asked, (query, limit) => rowsOf(ctx.db, query, wanted, limit), keyOf);
    for await (const found of batches)
      yield list.lines ? await list.lines(found, { ctx, zone, wanted }) : (found as unknown as Line[]);
  }

  /** "orders.csv", "orders-2026-06-01-to-2026-06-05.csv". */
  async function fileOf(ctx: StaffCtx, { range }: Query): Promise<string> {
    if (range === null) return `${spec.name}.csv`;
    const { timezone } = await readCompany(ctx);
    return `${spec.name}-${nameOfDays(daysOf(range, companyToday(ctx.now, timezone)))}.csv`;
  }

  return {
    ...{ spec, read, lines, datedIn },
    parse: (params: URLSearchParams) => parseListQuery(params, spec),
    load: loadWith(spec, read),
    download: async ({ request, context }: LoaderFunctionArgs) => {
      const ctx = requireStaff(request, context);
      const params = new URL(request.url).searchParams;
      const query = parseListQuery(params, spec);
      const file = await fileOf(ctx, query);
      return csvResponse(file, list.columns, lines(ctx, query), (rows) =>
        recordExport(ctx, spec.name, { rows, filters: filtersOf(params) }),
      );
    },
  };
}

type ListOf<Row, Counted> = Page<Row> & { shown: number; of: string | null } & Counted;

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Loads a list's page, with the saved views of the person who asks. The address without a query shows the list as they left
 * it, or as it begins. If the list can't be read (the database is down), `list` is null and the status is 503.
 */
export function loadWith<Sort extends string, By extends Filters, List>(
  spec: ListSpec<Sort, By>,
  read: (ctx: StaffCtx, query: ListQuery<Sort, By>) => Promise<List>,
) {
  return async ({ request, context }: LoaderFunctionArgs) => {
    const ctx = requireStaff(request, context);
    const { pathname, search, searchParams } = new URL(pathOf(request), request.url);
    let query = parseListQuery(searchParams, spec);
    try {
      const { views, ...kept } = await readViews(ctx, spec.name);
      const left = await stillLeft(ctx, spec, kept);
      const isPage = pathname === spec.path; // beside an open panel, the list is as its address says
      if (isPage && search === "")
        query = parseListQuery(new URLSearchParams(left || (spec.begins ?? "")), spec);
      const list = await read(ctx, query);
      if (isPage && search !== "" && isKept(query, spec)) {
        const now = openSearch(viewSearch(query, spec), spec);
        if (now !== left) await remember(ctx, spec.name, now);
      }
      return data({ query, list, views }, { headers: NO_STORE });
    } catch (err) {
      ctx.log.error({ err }, `the ${spec.name} could not be read`);
      return data(
        { query, list: null, views: [] },
        { status: 503, headers: { ...NO_STORE, "Retry-After": "30" } },
      );
    }
  };
}

/** How a list was left. One that begins with something of its own, such as today, does so again each day of the company. */
async function stillLeft(
  ctx: StaffCtx,
  { begins }: Pick<ListSpec, "begins">,
  { left, left_at }: { left: string; left_at: Temporal.Instant | null },
): Promise<string> {
  if (begins === undefined || left_at === null) return left;
  const { timezone } = await readCompany(ctx);
  return companyToday(left_at, timezone) < companyToday(ctx.now, timezone) ? "" : left;
}

/** What is kept of how a list was left; "" when it is as the list begins. */
function openSearch(view: string, { begins = "" }: Pick<ListSpec, "begins">): string {
  if (view === begins) return "";
  return view || openAddress("", "");
}

/** A list that can't be kept shows all the same. */
function remember(ctx: StaffCtx, list: string, search: string): Promise<void> {
  return orElse(
    ctx.log,
    `how the ${list} are shown could not be kept`,
    () => rememberList(ctx, list, search),
    () => undefined,
  );
}

/** The program's own filter names. Other parameters of an address are not recorded. */
const FILTER = /^[a-z_]{1,20}$/;

/** The names of the filters in use, without values: a search may be a person's name. */
function filtersOf(params: URLSearchParams): string[] {
  const used = [...params].flatMap(([name, value]) => (value !== "" && FILTER.test(name) ? [name] : []));
  return [...new Set(used)];
}

/**
 * Records a download in the audit trail: who, which list, how many rows. Call it before the last rows are sent, so that
 * nobody has the whole list without a record. An interrupted download is recorded too.
 */
function recordExport(ctx: StaffCtx, list: string, details: { rows: number; filters: string[] }) {
  return recordAudit(ctx.db, ctx, { action: "list.exported", entity: "list", entity_id: list, details });
}
