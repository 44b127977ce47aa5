import { ACTIVITY_COLUMNS } from "~/features/office/activity/columns";
import { exportList } from "~/features/office/activity/export.server";
import { parseActivity } from "~/features/office/activity/list";
import { exportActivity } from "~/features/office/activity/list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/activity-csv";

/** `GET /admin/activity.csv?q=&actor=&entity=&day=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseActivity(new URL(request.url).searchParams);
  return exportList(ctx, request, "activity", ACTIVITY_COLUMNS, exportActivity(ctx, query));
}
