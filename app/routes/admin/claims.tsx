import Sparkles from "lucide-react/icons/sparkles";
import { Link } from "react-router";
import { CLAIM_LIST } from "~/features/claims/list";
import { claimList } from "~/features/claims/list.server";
import { FIGURE_DAYS } from "~/features/claims/rules";
import { ClaimFigures, ClaimTable } from "~/features/claims/ui/claim-table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ListPage } from "~/ui/list/list-page";
import { FilterSelect } from "~/ui/list/list-tools";
import type { Route } from "./+types/claims";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, CLAIM_LIST.title, CLAIM_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = claimList.load;

export default function Claims({ loaderData }: Route.ComponentProps) {
  const { query, list } = loaderData;
  const crews = (list?.crews ?? []).map(({ id, name }) => [id, name] as const);
  return (
    <div className="grid grid-cols-1 gap-8">
      <ListPage
        spec={CLAIM_LIST}
        {...loaderData}
        icon={Sparkles}
        filters={{
          crew: (
            <FilterSelect
              name="crew"
              label="Crew"
              value={query.filters.crew ?? ""}
              options={[["", "All Crews"], ...crews]}
            />
          ),
        }}
        notice={list && list.waiting.open > 0 && <Waiting {...list.waiting} />}
      >
        {({ rows, sortBy }) => (
          <ClaimTable claims={rows} sorts={{ date: sortBy("date"), due: sortBy("due") }} />
        )}
      </ListPage>
      {list && (
        <section aria-labelledby="figures" className="grid grid-cols-1 gap-4">
          <div>
            <h2 id="figures" className="text-heading">
              The last {FIGURE_DAYS} days
            </h2>
            <p className="mt-1 text-moss">The share is claims per completed visit.</p>
          </div>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <ClaimFigures heading="Crew" figures={list.figures.crews} />
            <ClaimFigures heading="Service" figures={list.figures.services} />
          </div>
        </section>
      )}
    </div>
  );
}

const look = "font-semibold text-evergreen-700 underline-offset-4 hover:underline";

/** How many claims wait for an answer, with links to them. */
function Waiting({ open, overdue }: { open: number; overdue: number }) {
  return (
    <p className="-mt-3 text-moss">
      <Link to={`${CLAIM_LIST.path}?status=open`} className={look}>
        {open} to answer
      </Link>
      {overdue > 0 && (
        <>
          {", "}
          <Link to={`${CLAIM_LIST.path}?status=overdue`} className={look}>
            {overdue} overdue
          </Link>
        </>
      )}
    </p>
  );
}
