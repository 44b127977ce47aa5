import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { IMPORTS_PAGE, importPath } from "~/features/moving/rules";
import { UploadForm } from "~/features/moving/ui/upload-form";
import { uploadImport } from "~/features/moving/upload.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/import-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Imports", "A file that can't be imported.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return { form_id: randomUUID() };
}

/** `POST /admin/imports/upload`: a form with a single file. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const outcome = await uploadImport(ctx, request);
  if (outcome.ok) return redirectTo(context, importPath(outcome.id));
  return data({ message: outcome.message }, { status: 400 });
}

/** Says why a file was refused, and takes another one. */
export default function Refused({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={IMPORTS_PAGE} label="Imports" />
        <h1 className="text-title">Imports</h1>
      </div>
      {actionData && (
        <Notice tone="error" title="Not uploaded">
          {actionData.message}
        </Notice>
      )}
      <UploadForm formId={loaderData.form_id} />
    </div>
  );
}
