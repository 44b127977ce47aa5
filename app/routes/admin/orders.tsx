import ReceiptText from "lucide-react/icons/receipt-text";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ORDER_LABELS, ORDER_LIST, ORDER_STATUSES, parseOrderList } from "~/features/payments/office/list";
import { readOrderList } from "~/features/payments/office/list.server";
import { OrderCards } from "~/features/payments/office/ui/orders";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { CustomerFilter, FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/orders";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Orders", "Payments and refunds."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "orders", parseOrderList(new URL(request.url).searchParams), readOrderList);
}

const FILTER = [
  ["", "All Statuses"],
  ...ORDER_STATUSES.map((status) => [status, ORDER_LABELS[status]] as const),
] as const;

export default function Orders({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Orders"
      path="/admin/orders"
      query={query}
      spec={ORDER_LIST}
      list={list}
      noun={["order", "orders"]}
      placeholder="Search orders"
      exporting="Export Orders"
      icon={ReceiptText}
      empty="Orders will show up here."
      failure="Failed to fetch orders"
      filters={
        <>
          <FilterSelect name="status" label="Status" value={query.filters.status ?? ""} options={FILTER} />
          <CustomerFilter id={query.filters.customer} email={list?.of} />
        </>
      }
    >
      {({ rows, open, hrefOf }) => <OrderCards rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
