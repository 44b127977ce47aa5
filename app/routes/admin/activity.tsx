import Download from "lucide-react/icons/download";
import History from "lucide-react/icons/history";
import { data, Link, Outlet, useMatches } from "react-router";
import {
  ACTIVITY_LIST,
  ACTIVITY_PAGE,
  ACTOR_GROUPS,
  ENTITY_LABELS,
  parseActivity,
} from "~/features/activity/list";
import { readActivity } from "~/features/activity/list.server";
import { ActivityTable } from "~/features/activity/ui/activity-table";
import { DayFilter } from "~/features/activity/ui/day-filter";
import { pageHeaders } from "~/features/site/page-headers";
import { pageMeta } from "~/features/site/page-meta";
import { listSearch } from "~/lib/list-query";
import { requireAdmin } from "~/platform/gate.server";
import { buttonLook } from "~/ui/button-look";
import { EmptyState } from "~/ui/empty-state";
import { FilterSelect, ListTools, Pager } from "~/ui/list-tools";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Activity", "Who did what, and when."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const query = parseActivity(new URL(request.url).searchParams);
  const list = await readActivity(ctx, query);
  return data({ query, list }, { headers: { "Cache-Control": "no-store" } });
}

const ENTITIES = [["", "Everything"], ...Object.entries(ENTITY_LABELS)] as const;

export default function Activity({ loaderData: { query, list } }: Route.ComponentProps) {
  const open = useMatches().at(-1)?.params.id;
  const { actor = "", entity = "", day = "" } = query.filters;
  const search = (change: Partial<typeof query> = {}) => listSearch(query, ACTIVITY_LIST, change);
  const here = search({ cursor: query.cursor });
  const actors = [
    ["", "Everybody"],
    ...Object.entries(ACTOR_GROUPS),
    ...list.staff.map(({ id, name }) => [id, name] as const),
  ] as const;
  return (
    <div className="grid grid-cols-1 gap-5">
      <h1 className="text-title">Activity</h1>
      <ListTools
        action={ACTIVITY_PAGE}
        q={query.q}
        placeholder="Search by id"
        keep={query.descending ? {} : { sort: "date" }}
        actions={
          <a
            href={`${ACTIVITY_PAGE}.csv${search()}`}
            download
            className={buttonLook({ variant: "secondary" })}
          >
            <Download aria-hidden strokeWidth={1.75} className="size-5" />
            Export activity
          </a>
        }
      >
        <FilterSelect name="actor" label="Who" value={actor} options={actors} />
        <FilterSelect name="entity" label="What" value={entity} options={ENTITIES} />
        <DayFilter value={day} />
      </ListTools>
      {list.rows.length > 0 ? (
        <ActivityTable rows={list.rows} open={open} hrefOf={(id) => `${ACTIVITY_PAGE}/${id}${here}`} />
      ) : (
        <EmptyState
          icon={History}
          title="No activity found."
          action={
            here && (
              <Link to={ACTIVITY_PAGE} className={buttonLook({ variant: "secondary", size: "small" })}>
                Show all activity
              </Link>
            )
          }
        >
          {here ? "Nothing matches the search and the filters." : "Whatever is changed shows up here."}
        </EmptyState>
      )}
      <Pager
        count={list.rows.length}
        total={list.total}
        more={list.more}
        noun={list.total === 1 ? "entry" : "entries"}
        previous={list.previous && `${ACTIVITY_PAGE}${search({ cursor: list.previous })}`}
        next={list.next && `${ACTIVITY_PAGE}${search({ cursor: list.next })}`}
      />
      <Outlet />
    </div>
  );
}
