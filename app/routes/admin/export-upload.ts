import { EXPORT_PAGE } from "~/features/operations/export/export";
import { uploadExport } from "~/features/operations/export/upload.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import { uploadedFile } from "~/platform/request/upload.server";
import type { Route } from "./+types/export-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return redirectTo(context, EXPORT_PAGE);
}

/** `POST /admin/exports/upload`: a form with a single file, streamed. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const outcome = await uploadExport(ctx, uploadedFile(request));
  const toast = outcome.ok
    ? { title: "Export uploaded", description: "It's being checked now. Nothing is changed yet." }
    : { title: "Not uploaded", description: outcome.message, destructive: true };
  return redirectTo(context, EXPORT_PAGE, { toast });
}
