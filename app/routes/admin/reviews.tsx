import Star from "lucide-react/icons/star";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import {
  formatStars,
  parseReviewList,
  RATINGS,
  REVIEW_LIST,
  REVIEW_PAGE,
  REVIEW_STATES,
  STATE_LABELS,
} from "~/features/reviews/office/list";
import { readReviewList } from "~/features/reviews/office/list.server";
import { ReviewTable } from "~/features/reviews/office/ui/table";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/reviews";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Reviews", "What customers say about their visits."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "reviews", parseReviewList(new URL(request.url).searchParams), readReviewList);
}

const STARS = [["", "All Ratings"], ...RATINGS.map((one) => [one, formatStars(one)] as const)] as const;
const STATES = [
  ["", "All Reviews"],
  ...REVIEW_STATES.map((one) => [one, STATE_LABELS[one]] as const),
] as const;

export default function Reviews({ loaderData: { query, list } }: Route.ComponentProps) {
  const { rating = "", state = "" } = query.filters;
  return (
    <ListPage
      title="Reviews"
      path={REVIEW_PAGE}
      query={query}
      spec={REVIEW_LIST}
      list={list}
      noun={["review", "reviews"]}
      placeholder="Search reviews"
      exporting="Export Reviews"
      icon={Star}
      empty="Customer reviews will show up here."
      failure="Failed to fetch reviews"
      filters={
        <>
          <FilterSelect name="rating" label="Rating" value={rating} options={STARS} />
          <FilterSelect name="state" label="Home page" value={state} options={STATES} />
        </>
      }
    >
      {({ rows, open, hrefOf }) => <ReviewTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
