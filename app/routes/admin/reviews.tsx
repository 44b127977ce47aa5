import Star from "lucide-react/icons/star";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { REVIEW_LIST } from "~/features/reviews/office/list";
import { reviewList } from "~/features/reviews/office/list.server";
import { ReviewTable } from "~/features/reviews/office/ui/table";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/reviews";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, REVIEW_LIST.title, REVIEW_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = reviewList.load;

export default function Reviews({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage spec={REVIEW_LIST} {...loaderData} icon={Star}>
      {({ rows, open, hrefOf }) => <ReviewTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
