import Download from "lucide-react/icons/download";
import ReceiptText from "lucide-react/icons/receipt-text";
import { data, Link, Outlet, useMatches } from "react-router";
import { ORDER_LABELS, ORDER_LIST, ORDER_STATUSES, parseOrderList } from "~/features/payments/office-list";
import { readOrderList } from "~/features/payments/office-list.server";
import { OrderCards } from "~/features/payments/ui/office-orders";
import { pageHeaders } from "~/features/site/page-headers";
import { pageMeta } from "~/features/site/page-meta";
import { listSearch } from "~/lib/list-query";
import type { ToastMessage } from "~/lib/toast-message";
import { requireAdmin } from "~/platform/gate.server";
import { buttonLook } from "~/ui/button-look";
import { EmptyState } from "~/ui/empty-state";
import { FilterSelect, ListTools, Pager } from "~/ui/list-tools";
import { Refusal } from "~/ui/refusal";
import type { Route } from "./+types/orders";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Orders", "What was paid, and what went back."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NOT_KEPT = { "Cache-Control": "no-store" };
const NOT_LOADED: ToastMessage = { title: "Error", description: "Failed to fetch orders", destructive: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseOrderList(new URL(request.url).searchParams);
  try {
    return data({ query, list: await readOrderList(ctx, query) }, { headers: NOT_KEPT });
  } catch (err) {
    ctx.log.error({ err }, "the orders could not be read");
    return data({ query, list: null }, { status: 503, headers: { ...NOT_KEPT, "Retry-After": "30" } });
  }
}

const FILTER = [
  ["", "All Statuses"],
  ...ORDER_STATUSES.map((status) => [status, ORDER_LABELS[status]] as const),
] as const;

export default function Orders({ loaderData: { query, list } }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  const search = (change: Partial<typeof query> = {}) => listSearch(query, ORDER_LIST, change);
  const here = search({ cursor: query.cursor });
  return (
    <div className="grid gap-5">
      <h1 className="text-title">Orders</h1>
      <ListTools
        action="/admin/orders"
        q={query.q}
        placeholder="Search orders"
        keep={query.descending ? {} : { sort: "date" }}
        actions={
          <a href={`/admin/orders.csv${search()}`} download className={buttonLook({ variant: "secondary" })}>
            <Download aria-hidden strokeWidth={1.75} className="size-5" />
            Export Orders
          </a>
        }
      >
        <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
      </ListTools>
      {list && list.rows.length > 0 && (
        <OrderCards rows={list.rows} open={open} hrefOf={(id) => `/admin/orders/${id}${here}`} />
      )}
      {list && list.rows.length === 0 && (
        <EmptyState
          icon={ReceiptText}
          title="No orders found."
          action={
            here && (
              <Link to="/admin/orders" className={buttonLook({ variant: "secondary", size: "small" })}>
                Show all orders
              </Link>
            )
          }
        >
          {here ? "Nothing matches the search and the filter." : "What customers order shows up here."}
        </EmptyState>
      )}
      {!list && <Refusal toast={NOT_LOADED} stays />}
      {list && (
        <Pager
          count={list.rows.length}
          total={list.total}
          more={list.more}
          noun={list.total === 1 ? "order" : "orders"}
          previous={list.previous && `/admin/orders${search({ cursor: list.previous })}`}
          next={list.next && `/admin/orders${search({ cursor: list.next })}`}
        />
      )}
      <Outlet />
    </div>
  );
}
