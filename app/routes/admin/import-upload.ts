import { IMPORTS_PAGE, importPath } from "~/features/moving/rules";
import { uploadImport } from "~/features/moving/upload.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/import-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return redirectTo(context, IMPORTS_PAGE);
}

/** `POST /admin/imports/upload`: a form with a single file. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const outcome = await uploadImport(ctx, request);
  if (outcome.ok) return redirectTo(context, importPath(outcome.id));
  const toast = { title: "Not uploaded", description: outcome.message, destructive: true };
  return redirectTo(context, IMPORTS_PAGE, { toast });
}
