import { MESSAGE_COLUMNS } from "~/features/messages/office/columns";
import { parseMessageList } from "~/features/messages/office/list";
import { exportMessages } from "~/features/messages/office/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/messages-csv";

/** `GET /admin/messages.csv?status=…`: all messages that the list shows under the same address. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseMessageList(new URL(request.url).searchParams);
  return exportList(ctx, request, "messages", MESSAGE_COLUMNS, exportMessages(ctx, query));
}
