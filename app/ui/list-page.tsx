/**
 * The frame of every list of the office: heading, search and filters, export, table or empty state, pager, and the panel
 * of the row that is open (the route below). What could not be read is said in place of the table.
 *
 *   <ListPage title="Orders" path="/admin/orders" query={query} spec={ORDER_LIST} list={list}
 *     noun={["order", "orders"]} placeholder="Search orders" exporting="Export Orders"
 *     icon={ReceiptText} empty="What customers order shows up here." failure="Failed to fetch orders"
 *     filters={<FilterSelect … />}>
 *     {({ rows, open, hrefOf, sortBy }) => <OrderCards … />}
 *   </ListPage>
 */
import Download from "lucide-react/icons/download";
import type { ComponentProps, ReactNode } from "react";
import { Link, Outlet, useMatches } from "react-router";
import { type ListQuery, type ListSpec, listSearch } from "~/lib/list-query";
import { buttonLook } from "./button-look";
import type { Column } from "./data-table";
import { EmptyState } from "./empty-state";
import { ListTools, Pager } from "./list-tools";
import { Refusal } from "./refusal";

type List<Row> = {
  rows: Row[];
  /** How many things the rows stand for, where one may stand for several. */
  shown?: number;
  previous: ListQuery["cursor"];
  next: ListQuery["cursor"];
  total: number;
  more: boolean;
};

type Shown<Row, Sort extends string> = {
  rows: Row[];
  /** The id of the row whose panel is open. */
  open: string | undefined;
  /** Where a row's panel is, with the list beside it as it stands. */
  hrefOf: (id: string | number) => string;
  /** The first press sorts from the greatest to the least, the next one turns it round. */
  sortBy: (sort: Sort) => NonNullable<Column["sort"]>;
};

type Props<Row, Sort extends string, Filter extends string> = {
  title: string;
  path: string;
  query: ListQuery<Sort, Filter>;
  spec: ListSpec<Sort, Filter>;
  /** null when it could not be read. */
  list: List<Row> | null;
  noun: readonly [one: string, many: string];
  placeholder: string;
  exporting: string;
  icon: ComponentProps<typeof EmptyState>["icon"];
  /** What will be here one day. */
  empty: string;
  failure: string;
  /** Said when nothing is found, where it isn't "No bookings found." */
  nothing?: string;
  /** Said below that, where it isn't that nothing matches the search and the filters. */
  unmatched?: string;
  /** Selects beside the search box. */
  filters?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** What stands between the heading and the search box. */
  notice?: ReactNode;
  children: (shown: Shown<Row, Sort>) => ReactNode;
};

export function ListPage<Row, Sort extends string, Filter extends string>({
  title,
  path,
  query,
  spec,
  list,
  noun: [one, many],
  placeholder,
  exporting,
  icon,
  empty,
  failure,
  nothing = `No ${many} found.`,
  unmatched = "Nothing matches your search and filters.",
  filters,
  actions,
  notice,
  children,
}: Props<Row, Sort, Filter>) {
  const open = useMatches().at(-1)?.params.id;
  const search = (change: Partial<ListQuery<Sort, Filter>> = {}) => listSearch(query, spec, change);
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
        {filters}
      </ListTools>
      {!list && <Refusal toast={{ title: "Error", description: failure, destructive: true }} stays />}
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
