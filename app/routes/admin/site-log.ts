import { downloadLogs } from "~/features/operations/backup/download.server";
import { linesResponse } from "~/platform/request/file-response.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/site-log";

/** `GET /admin/site.log`: the recent log without personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const moment = ctx.now.toString({ fractionalSecondDigits: 0 }).replaceAll(":", "");
  return linesResponse(await downloadLogs(ctx), `site-${moment}.log`);
}
