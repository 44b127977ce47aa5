import Repeat from "lucide-react/icons/repeat";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { PLAN_LIST } from "~/features/plans/office/list";
import { SERIES_LIST } from "~/features/plans/series/list";
import { seriesList } from "~/features/plans/series/list.server";
import { LAY_PAGE } from "~/features/plans/series/series";
import { SeriesTable } from "~/features/plans/series/ui/table";
import { listSearch } from "~/lib/list-query";
import { ButtonLink } from "~/ui/action/button-link";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/series";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, SERIES_LIST.title, SERIES_LIST.about),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export const loader = seriesList.load;

function PlansLink() {
  return (
    <ButtonLink href={PLAN_LIST.path} variant="secondary" size="small">
      Plans
    </ButtonLink>
  );
}

export default function Series({ loaderData }: Route.ComponentProps) {
  const { list, query } = loaderData;
  const found = new URLSearchParams(listSearch(query, SERIES_LIST));
  found.set("all", "yes");
  return (
    <ListPage spec={SERIES_LIST} {...loaderData} icon={Repeat} actions={<PlansLink />}>
      {(shown) => <SeriesTable {...shown} total={list?.total ?? 0} allHref={`${LAY_PAGE}?${found}`} />}
    </ListPage>
  );
}
