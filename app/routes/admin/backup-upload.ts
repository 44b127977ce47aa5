import { uploadBackup } from "~/features/operations/backup/restore/upload.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff } from "~/platform/request/gate.server";
import { uploadedFile } from "~/platform/request/upload.server";
import type { Route } from "./+types/backup-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

const PAGE = "/admin/settings/advanced";

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return redirectTo(context, PAGE);
}

/** `POST /admin/backups/upload`: a form with a single file, streamed. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const outcome = await uploadBackup(ctx, uploadedFile(request));
  const sorry = (description: string) =>
    redirectTo(context, PAGE, { toast: { title: "Error", description, destructive: true } });
  if (outcome.ok) {
    const toast = {
      title: "Backup uploaded",
      description: outcome.encrypted
        ? "It's encrypted. Verify or restore it with its identity."
        : "It's being verified now. Then you can restore it.",
    };
    return redirectTo(context, PAGE, { toast });
  }
  switch (outcome.reason) {
    case "none":
      return sorry("Please choose a backup file first.");
    case "full":
      return sorry("There is no space left on the disk. The file was not saved.");
    case "broken":
      return sorry(`${outcome.message} The file was not saved.`);
  }
}
