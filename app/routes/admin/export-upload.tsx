import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { EXPORT_PAGE } from "~/features/operations/export/export";
import { UploadForm } from "~/features/operations/export/ui/export-cards";
import { uploadExport } from "~/features/operations/export/upload.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import { uploadedFile } from "~/platform/request/upload.server";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/export-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Take an export back", "A file that can't be taken back.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return null;
}

/** `POST /admin/exports/upload`: a form with a single file, streamed. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const outcome = await uploadExport(ctx, uploadedFile(request));
  if (!outcome.ok) return data({ message: outcome.message }, { status: 400 });
  const toast = { title: "Export uploaded", description: "It's being checked now. Nothing is changed yet." };
  return redirectTo(context, EXPORT_PAGE, { toast });
}

/** Says why a file was refused, and takes another one. */
export default function Refused({ actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink to={EXPORT_PAGE} label="Moving out" />
        <h1 className="text-title">Take an export back</h1>
      </div>
      {actionData && (
        <Notice tone="error" title="Not uploaded">
          {actionData.message}
        </Notice>
      )}
      <Card className="p-5 sm:p-7">
        <UploadForm />
      </Card>
    </div>
  );
}
