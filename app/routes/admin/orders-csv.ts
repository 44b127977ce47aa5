import { exportList } from "~/features/office/activity/export.server";
import { ORDER_COLUMNS } from "~/features/payments/office/columns";
import { parseOrderList } from "~/features/payments/office/list";
import { exportOrders } from "~/features/payments/office/list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/orders-csv";

/** `GET /admin/orders.csv?q=&status=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseOrderList(new URL(request.url).searchParams);
  return exportList(ctx, request, "orders", ORDER_COLUMNS, exportOrders(ctx, query));
}
