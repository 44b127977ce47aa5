import Repeat from "lucide-react/icons/repeat";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { PLAN_LIST } from "~/features/plans/office/list";
import { planList } from "~/features/plans/office/list.server";
import { OfficePlanTable } from "~/features/plans/office/ui/table";
import { SERIES_PAGE } from "~/features/plans/series/series";
import { ButtonLink } from "~/ui/action/button-link";
import { Allowed } from "~/ui/allowed";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/plans";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, PLAN_LIST.title, PLAN_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = planList.load;

function Links() {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={SERIES_PAGE} variant="secondary" size="small">
        Series without a plan
      </ButtonLink>
      <Allowed to="prices.edit">
        <ButtonLink href="/admin/plans/prices" variant="secondary" size="small">
          Raise prices
        </ButtonLink>
      </Allowed>
    </div>
  );
}

export default function Plans({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage spec={PLAN_LIST} {...loaderData} icon={Repeat} actions={<Links />}>
      {({ rows, open, hrefOf, sortBy }) => (
        <OfficePlanTable rows={rows} open={open} hrefOf={hrefOf} sortBy={sortBy} />
      )}
    </ListPage>
  );
}
