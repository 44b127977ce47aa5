import Repeat from "lucide-react/icons/repeat";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/features/catalog/service";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { PLAN_LABELS } from "~/features/plans/emails/words";
import { PLAN_LIST, PLAN_PAGE, parsePlanList } from "~/features/plans/office/list";
import { readPlanList } from "~/features/plans/office/list.server";
import { OfficePlanTable } from "~/features/plans/office/ui/table";
import { PLAN_STATUSES } from "~/features/plans/plan";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { CustomerFilter, FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/plans";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Plans", "Customers' plans and their status."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "plans", parsePlanList(new URL(request.url).searchParams), readPlanList);
}

const STATUSES = [
  ["", "All Statuses"],
  ...PLAN_STATUSES.map((one) => [one, PLAN_LABELS[one]] as const),
] as const;
const HOW_OFTEN = [
  ["", "How Often"],
  ...FREQUENCIES.map((one) => [one, FREQUENCY_LABELS[one]] as const),
] as const;

export default function Plans({ loaderData: { query, list } }: Route.ComponentProps) {
  const { status = "", frequency = "", customer } = query.filters;
  return (
    <ListPage
      title="Plans"
      path={PLAN_PAGE}
      query={query}
      spec={PLAN_LIST}
      list={list}
      noun={["plan", "plans"]}
      placeholder="Search plans"
      exporting="Export Plans"
      icon={Repeat}
      empty="Plans will show up here when customers subscribe to a monthly service."
      failure="Failed to fetch plans"
      filters={
        <>
          <FilterSelect name="status" label="Status" value={status} options={STATUSES} />
          <FilterSelect name="frequency" label="How often" value={frequency} options={HOW_OFTEN} />
          <CustomerFilter id={customer} email={list?.of} />
        </>
      }
    >
      {({ rows, open, hrefOf, sortBy }) => (
        <OfficePlanTable rows={rows} open={open} hrefOf={hrefOf} sortBy={sortBy} />
      )}
    </ListPage>
  );
}
