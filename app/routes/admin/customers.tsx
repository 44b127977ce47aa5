import UsersRound from "lucide-react/icons/users-round";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { CUSTOMER_LIST, parseCustomerList } from "~/features/customers/office/list";
import { readCustomerList } from "~/features/customers/office/list.server";
import { CustomerTable } from "~/features/customers/office/ui/customer-table";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import type { Route } from "./+types/customers";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Customers", "Everyone with an account."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "customers", parseCustomerList(new URL(request.url).searchParams), readCustomerList);
}

export default function Customers({ loaderData: { query, list } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Customers"
      path="/admin/customers"
      query={query}
      spec={CUSTOMER_LIST}
      list={list}
      noun={["customer", "customers"]}
      placeholder="Search by name, phone or email"
      exporting="Export"
      icon={UsersRound}
      empty="Customers will show up here when they sign up."
      failure="Failed to fetch customers"
    >
      {({ rows, open, hrefOf, sortBy }) => (
        <CustomerTable rows={rows} open={open} hrefOf={hrefOf} sort={sortBy("joined")} />
      )}
    </ListPage>
  );
}
