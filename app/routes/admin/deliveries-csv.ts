import { DELIVERY_COLUMNS } from "~/features/integrations/webhooks/columns";
import { parseDeliveries } from "~/features/integrations/webhooks/deliveries";
import { exportDeliveries } from "~/features/integrations/webhooks/deliveries.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/deliveries-csv";

/** `GET /admin/webhooks/deliveries.csv?q=&status=&event=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseDeliveries(new URL(request.url).searchParams);
  return exportList(ctx, request, "webhook-deliveries", DELIVERY_COLUMNS, exportDeliveries(ctx, query));
}
