import { data } from "react-router";
import { downloadExport } from "~/features/operations/export/queries.server";
import { fileResponse } from "~/platform/request/file-response.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/export-file";

/** `GET /admin/exports/ID`: downloads an export of everything. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const found = await downloadExport(ctx, params.id);
  const response = found && (await fileResponse(found.path, found.file, "application/zip"));
  if (!response) throw data(null, { status: 404 });
  return response;
}
