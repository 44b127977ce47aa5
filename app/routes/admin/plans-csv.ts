import { exportList } from "~/features/office/activity/export.server";
import { PLAN_COLUMNS } from "~/features/plans/office/columns";
import { parsePlanList } from "~/features/plans/office/list";
import { exportPlans } from "~/features/plans/office/list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/plans-csv";

/** `GET /admin/plans.csv?q=&status=&frequency=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parsePlanList(new URL(request.url).searchParams);
  return exportList(ctx, request, "plans", PLAN_COLUMNS, exportPlans(ctx, query));
}
