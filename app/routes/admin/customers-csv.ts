import { exportList } from "~/features/audit/export.server";
import { CUSTOMER_COLUMNS, parseCustomerList } from "~/features/customers/list";
import { exportCustomers } from "~/features/customers/list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/customers-csv";

/** `GET /admin/customers.csv?q=…`: everybody whom the list shows under the same address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseCustomerList(new URL(request.url).searchParams);
  return exportList(ctx, request, "customers", CUSTOMER_COLUMNS, exportCustomers(ctx, query));
}
