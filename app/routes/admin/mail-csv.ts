import { MAIL_COLUMNS } from "~/features/notifications/email/office/columns";
import { parseMailList } from "~/features/notifications/email/office/list";
import { exportMails } from "~/features/notifications/email/office/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/mail-csv";

/** `GET /admin/mail.csv?q=&status=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseMailList(new URL(request.url).searchParams);
  return exportList(ctx, request, "mails", MAIL_COLUMNS, exportMails(ctx, query));
}
