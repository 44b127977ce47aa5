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
import { type ListQuery, type ListSpec, listSearch } from "~/lib/list-query";
import { buttonLook } from "~/ui/action/button-look";
import { Refusal } from "~/ui/page/refusal";
import type { Column } from "./data-table";
import { DateRangeBar } from "./date-range";
import { EmptyState } from "./empty-state";
import { CustomerFilter, FilterSelect, ListTools, Pager } from "./list-tools";

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
  notice,
  children,
}: Props<Row, Sort, By>) {
  const { path, title, placeholder, exporting, empty } = spec;
  const [one, many] = spec.noun;
  const { failure = `Failed to fetch ${many}`, nothing = `No ${many} found.` } = spec;
  const open = useMatches().at(-1)?.params.id;
  const search = (change: Partial<ListQuery<Sort, By>> = {}) => listSearch(query, spec, change);
  /** The rest of the address, without the range. */
  const without = [...new URLSearchParams(search({ range: null }))];
  const here = search({ cursor: query.cursor });
  const sorted = new URLSearchParams(search({ q: "", filters: {} })).get("sort");
  const sortBy = (sort: Sort) => {
    const current = query.sort === sort;
    const direction = query.descending ? ("descending" as const) : ("ascending" as const);
    return {
      href: path + search({ sort, descending: current ? !query.descending : true }),
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
      <ListTools
        action={path}
        q={query.q}
        placeholder={placeholder}
        keep={sorted ? { sort: sorted } : {}}
        actions={
          <a href={`${path}.csv${search()}`} download className={buttonLook({ variant: "secondary" })}>
            <Download aria-hidden strokeWidth={1.75} className="size-5" />
            {exporting}
          </a>
        }
      >
        <ListFilters spec={spec} query={query} instead={filters} of={list?.of} />
        {rangeParams(query.range).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </ListTools>
      {ranges.length > 0 && (
        <DateRangeBar
          label={spec.dated}
          names={ranges}
          range={query.range}
          custom={query.custom}
          hrefOf={(range) => path + search({ range })}
          customHref={`${path}?${new URLSearchParams([...without, ["range", CUSTOM]])}`}
          action={path}
          keep={without}
        />
      )}
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
              <Link to={path} className={buttonLook({ variant: "secondary", size: "small" })}>
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
          previous={list.previous && path + search({ cursor: list.previous })}
          next={list.next && path + search({ cursor: list.next })}
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
  return Object.entries(spec.filters).map(([name, filter]) => {
    const value = query.filters[name];
    if (name in instead) return <Fragment key={name}>{instead[name]}</Fragment>;
    if (name === "customer") return <CustomerFilter key={name} id={value} email={of} />;
    if (typeof filter === "function") return null;
    if (filter.select) return <FilterSelect key={name} name={name} value={value ?? ""} {...filter.select} />;
    return value && <input key={name} type="hidden" name={name} value={value} />;
  });
}
