/**
 * The frame of every list of the office: heading, search and filters, export, table or empty state, pager, and the panel
 * of the row that is open (the route below). Its words and filters are those of its spec. What could not be read is said
 * in place of the table.
 *
 *   <ListPage spec={ORDER_LIST} {...loaderData} icon={ReceiptText}>
 *     {({ rows, open, hrefOf, sortBy }) => <OrderCards … />}
 *   </ListPage>
 */

import Download from "lucide-react/icons/download";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { Link, Outlet, useMatches } from "react-router";
import { CUSTOM, NAMED_RANGES, type NamedRange, rangeParams } from "~/lib/date-range";
import {
  formatFilters,
  type ListQuery,
  type ListSpec,
  listSearch,
  openAddress,
  tabField,
} from "~/lib/list-query";
import type { SavedView } from "~/lib/saved-view";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed } from "~/ui/allowed";
import { useAskedQuery } from "~/ui/live/use-asked-query";
import { Refusal } from "~/ui/page/refusal";
import type { Column } from "./data-table";
import { DateRangeBar } from "./date-range";
import { EmptyState } from "./empty-state";
import { CustomerFilter, FilterSelect, ListTools, Pager } from "./list-tools";
import { SavedViews, SaveView } from "./saved-views";

type List<Row> = {
  rows: Row[];
  /** How many things the rows stand for, where one may stand for several. */
  shown?: number;
  previous: ListQuery["cursor"];
  next: ListQuery["cursor"];
  total: number;
  more: boolean;
  /** The email of the customer whose rows are asked for. */
  of?: string | null;
};
type Filters = ListSpec["filters"];

type Shown<Row, Sort extends string> = {
  rows: Row[];
  /** The id of the row whose panel is open. */
  open: string | undefined;
  /** Where a row's panel is, with the list beside it as it stands. */
  hrefOf: (id: string | number) => string;
  /** The first press sorts from the greatest to the least, the next one turns it round. */
  sortBy: (sort: Sort) => NonNullable<Column["sort"]>;
};

type Props<Row, Sort extends string, By extends Filters> = {
  spec: ListSpec<Sort, By>;
  query: ListQuery<Sort, By>;
  /** null when it could not be read. */
  list: List<Row> | null;
  icon: ComponentProps<typeof EmptyState>["icon"];
  /** Said when nothing is found, where it isn't that nothing matches the search and the filters. */
  unmatched?: string;
  /** What stands in place of a filter's own select. */
  filters?: { [Name in keyof By]?: ReactNode };
  /** The ranges of days to choose from, by default all; none hides them, where a tab says enough. */
  ranges?: readonly NamedRange[];
  /** Buttons beside the heading. */
  actions?: ReactNode;
  views: SavedView[];
  /** What stands between the heading and the search box. */
  notice?: ReactNode;
  children: (shown: Shown<Row, Sort>) => ReactNode;
};

export function ListPage<Row, Sort extends string, By extends Filters>({
  spec,
  query,
  list,
  icon,
  unmatched = "Nothing matches your search and filters.",
  filters = {},
  ranges = NAMED_RANGES,
  actions,
  views,
  notice,
  children,
}: Props<Row, Sort, By>) {
  const { path, title, placeholder, exporting, empty } = spec;
  const [one, many] = spec.noun;
  const { failure = `Failed to fetch ${many}`, nothing = `No ${many} found.` } = spec;
  const open = useMatches().at(-1)?.params.id;
  const asked = useAskedQuery(spec, query);
  const searchWith = (change: Partial<ListQuery<Sort, By>> = {}) => listSearch(asked, spec, change);
  const openWith = (change: Partial<ListQuery<Sort, By>>) => openAddress(path, searchWith(change));
  const saved = { spec: spec as ListSpec, query: query as ListQuery, views };
  const shownBy = formatFilters(query, spec);
  /** The rest of the address, without the range. */
  const without = [...new URLSearchParams(searchWith({ range: null }))];
  const here = searchWith({ cursor: asked.cursor });
  const sorted = new URLSearchParams(searchWith({ q: "", range: null })).get("sort");
  const tab = spec.tab !== undefined && asked.filters[spec.tab];
  const cleared = openWith({
    range: null,
    filters: (tab ? { [spec.tab ?? ""]: tab } : {}) as typeof asked.filters,
  });
  const sortBy = (sort: Sort) => {
    const current = asked.sort === sort;
    const direction = asked.descending ? ("descending" as const) : ("ascending" as const);
    return {
      href: openWith({ sort, descending: current ? !asked.descending : true }),
      direction: current ? direction : null,
    };
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{title}</h1>
        {actions}
      </div>
      {notice}
      <SavedViews {...saved} />
      <ListTools
        action={path}
        q={asked.q}
        placeholder={placeholder}
        keep={sorted ? { sort: sorted } : {}}
        actions={
          <Allowed to="lists.export">
            <a
              href={`${path}.csv${searchWith()}`}
              data-file=""
              className={buttonLook({ variant: "secondary" })}
            >
              <Download aria-hidden strokeWidth={1.75} className="size-5" />
              {exporting}
            </a>
          </Allowed>
        }
      >
        <ListFilters spec={spec} query={asked} instead={filters} of={list?.of} />
        {rangeParams(asked.range).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </ListTools>
      {ranges.length > 0 && (
        <DateRangeBar
          label={spec.dated}
          names={ranges}
          range={asked.range}
          custom={asked.custom}
          hrefOf={(range) => openWith({ range })}
          customHref={`${path}?${new URLSearchParams([...without, ["range", CUSTOM]])}`}
          action={path}
          keep={without}
        />
      )}
      <div className="-my-2 flex flex-wrap items-start gap-x-2 empty:hidden">
        {shownBy.length > 0 && (
          <p className="flex min-h-11 flex-wrap items-center gap-x-2 text-[0.9375rem] text-moss">
            <span>
              Showing: <b className="font-semibold text-ink">{shownBy.join(", ")}</b>
            </span>
            <Link
              to={cleared}
              preventScrollReset
              className="inline-flex min-h-11 items-center rounded-control px-1 font-semibold text-evergreen-700 underline-offset-4 hover:underline"
            >
              Clear<span className="sr-only"> the filters</span>
            </Link>
          </p>
        )}
        <SaveView {...saved} />
      </div>
      {!list && <Refusal toast={{ title: "Error", description: failure, destructive: true }} inline />}
      {list &&
        list.rows.length > 0 &&
        children({ rows: list.rows, open, hrefOf: (id) => `${path}/${id}${here}`, sortBy })}
      {list && list.rows.length === 0 && (
        <EmptyState
          icon={icon}
          title={nothing}
          action={
            here && (
              <Link
                to={openAddress(path, "")}
                className={buttonLook({ variant: "secondary", size: "small" })}
              >
                Show all {many}
              </Link>
            )
          }
        >
          {here ? unmatched : empty}
        </EmptyState>
      )}
      {list && (
        <Pager
          count={list.shown ?? list.rows.length}
          total={list.total}
          more={list.more}
          noun={list.total === 1 ? one : many}
          previous={list.previous && openWith({ cursor: list.previous })}
          next={list.next && openWith({ cursor: list.next })}
        />
      )}
      <Outlet />
    </div>
  );
}

type FiltersProps<Sort extends string, By extends Filters> = Pick<
  Props<unknown, Sort, By>,
  "spec" | "query"
> & {
  instead: { [Name in keyof By]?: ReactNode };
  of: string | null | undefined;
};

/** The selects of a list's filters, in the order of its spec; a filter that is chosen elsewhere on the page is kept. */
function ListFilters<Sort extends string, By extends Filters>({
  spec,
  query,
  instead,
  of,
}: FiltersProps<Sort, By>) {
  const tabbed = spec.tab === undefined ? undefined : tabField(query as ListQuery, spec.tab);
  return Object.entries(spec.filters).map(([name, filter]) => {
    const value = query.filters[name];
    if (name in instead) return <Fragment key={name}>{instead[name]}</Fragment>;
    if (name === "customer") return <CustomerFilter key={name} id={value} email={of} />;
    if (typeof filter === "function") return null;
    if (name === spec.tab) return tabbed && <input key={name} type="hidden" {...tabbed} />;
    if (filter.select) return <FilterSelect key={name} name={name} value={value ?? ""} {...filter.select} />;
    return value && <input key={name} type="hidden" name={name} value={value} />;
  });
}
