import { data } from "react-router";
import { downloadBackup } from "~/features/operations/backup/download.server";
import { fileResponse } from "~/platform/request/file-response.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/backup-file";

/** `GET /admin/backups/ID`: downloads a backup. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const found = await downloadBackup(ctx, params.id);
  const response = found && (await fileResponse(found.path, found.file, "application/gzip"));
  if (!response) throw data(null, { status: 404 });
  return response;
}
