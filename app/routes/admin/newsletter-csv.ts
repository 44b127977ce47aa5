import { exportList } from "~/features/audit/export.server";
import { SUBSCRIBER_COLUMNS } from "~/features/newsletter/office-columns";
import { parseSubscriberList } from "~/features/newsletter/office-list";
import { exportSubscribers } from "~/features/newsletter/office-list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/newsletter-csv";

/** `GET /admin/newsletter.csv?q=&status=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseSubscriberList(new URL(request.url).searchParams);
  return exportList(ctx, request, "subscribers", SUBSCRIBER_COLUMNS, exportSubscribers(ctx, query));
}
