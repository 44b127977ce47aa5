import { SUBSCRIBER_COLUMNS } from "~/features/content/newsletter/office/columns";
import { parseSubscriberList } from "~/features/content/newsletter/office/list";
import { exportSubscribers } from "~/features/content/newsletter/office/list.server";
import { exportList } from "~/features/office/activity/export.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/newsletter-csv";

/** `GET /admin/newsletter.csv?q=&status=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseSubscriberList(new URL(request.url).searchParams);
  return exportList(ctx, request, "subscribers", SUBSCRIBER_COLUMNS, exportSubscribers(ctx, query));
}
