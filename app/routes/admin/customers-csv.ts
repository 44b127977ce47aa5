import { CUSTOMER_COLUMNS, parseCustomerList } from "~/features/customers/office/list";
import { exportCustomers } from "~/features/customers/office/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/customers-csv";

/** `GET /admin/customers.csv?q=…`: everybody whom the list shows under the same address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseCustomerList(new URL(request.url).searchParams);
  return exportList(ctx, request, "customers", CUSTOMER_COLUMNS, exportCustomers(ctx, query));
}
