import { DELIVERY_COLUMNS } from "~/features/webhooks/columns";
import { parseDeliveries } from "~/features/webhooks/deliveries";
import { exportDeliveries } from "~/features/webhooks/deliveries.server";
import { csvResponse } from "~/platform/csv-response.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/deliveries-csv";

/** `GET /admin/webhooks/deliveries.csv?q=&status=&event=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseDeliveries(new URL(request.url).searchParams);
  return csvResponse("webhook-deliveries.csv", DELIVERY_COLUMNS, exportDeliveries(ctx, query));
}
