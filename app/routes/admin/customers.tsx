import Download from "lucide-react/icons/download";
import { Outlet, useMatches } from "react-router";
import { CUSTOMER_LIST, parseCustomerList } from "~/features/customers/list";
import { readCustomerList } from "~/features/customers/list.server";
import { CustomerTable } from "~/features/customers/ui/customer-table";
import { pageMeta } from "~/features/site/page-meta";
import { listSearch } from "~/lib/list-query";
import { requireAdmin } from "~/platform/gate.server";
import { buttonLook } from "~/ui/button-look";
import { ListTools, Pager } from "~/ui/list-tools";
import type { Route } from "./+types/customers";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Customers", "Everybody with an account."),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseCustomerList(new URL(request.url).searchParams);
  return { query, list: await readCustomerList(ctx, query) };
}

export default function Customers({ loaderData: { query, list } }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  const search = (change: Parameters<typeof listSearch>[2] = {}) =>
    listSearch(query, CUSTOMER_LIST, change as never);
  const here = search({ cursor: query.cursor });
  return (
    <div className="grid grid-cols-1 gap-5">
      <h1 className="text-title">Customers</h1>
      <ListTools
        action="/admin/customers"
        q={query.q}
        placeholder="Search by name, phone or email"
        keep={query.descending ? {} : { sort: "joined" }}
        actions={
          <a
            href={`/admin/customers.csv${search()}`}
            download
            className={buttonLook({ variant: "secondary" })}
          >
            <Download aria-hidden strokeWidth={1.75} className="size-5" />
            Export
          </a>
        }
      />
      <CustomerTable
        rows={list.rows}
        open={open}
        hrefOf={(id) => `/admin/customers/${id}${here}`}
        sort={{
          href: `/admin/customers${search({ sort: "joined", descending: !query.descending })}`,
          direction: query.descending ? "descending" : "ascending",
        }}
      />
      <Pager
        count={list.rows.length}
        total={list.total}
        more={list.more}
        noun={list.total === 1 ? "customer" : "customers"}
        previous={list.previous && `/admin/customers${search({ cursor: list.previous })}`}
        next={list.next && `/admin/customers${search({ cursor: list.next })}`}
      />
      <Outlet />
    </div>
  );
}
