import { exportList } from "~/features/office/activity/export.server";
import { REVIEW_COLUMNS } from "~/features/reviews/office/columns";
import { parseReviewList } from "~/features/reviews/office/list";
import { exportReviews } from "~/features/reviews/office/list.server";
import { requireAdmin } from "~/platform/gate.server";
import type { Route } from "./+types/reviews-csv";

/** `GET /admin/reviews.csv?q=&rating=&state=`: what the list finds, all pages of it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseReviewList(new URL(request.url).searchParams);
  return exportList(ctx, request, "reviews", REVIEW_COLUMNS, exportReviews(ctx, query));
}
