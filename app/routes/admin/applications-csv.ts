import { APPLICATION_COLUMNS } from "~/features/careers/office/columns";
import { parseApplicationList } from "~/features/careers/office/list";
import { exportApplications } from "~/features/careers/office/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/applications-csv";

/** `GET /admin/applications.csv?status=…`: all applications that the list shows under the same address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseApplicationList(new URL(request.url).searchParams);
  return exportList(ctx, request, "applications", APPLICATION_COLUMNS, exportApplications(ctx, query));
}
