import History from "lucide-react/icons/history";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import {
  ACTIVITY_LIST,
  ACTIVITY_PAGE,
  ACTOR_GROUPS,
  ENTITY_LABELS,
  parseActivity,
} from "~/features/office/activity/list";
import { readActivity } from "~/features/office/activity/list.server";
import { ActivityTable, DayFilter } from "~/features/office/activity/ui/table";
import { requireAdmin } from "~/platform/gate.server";
import { listData } from "~/platform/list.server";
import { ListPage } from "~/ui/list-page";
import { FilterSelect } from "~/ui/list-tools";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Activity", "Who did what, and when."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  return listData(ctx, "activity", parseActivity(new URL(request.url).searchParams), readActivity);
}

const ENTITIES = [["", "Everything"], ...Object.entries(ENTITY_LABELS)] as const;

export default function Activity({ loaderData: { query, list } }: Route.ComponentProps) {
  const { actor = "", entity = "", day = "" } = query.filters;
  const actors = [
    ["", "Everyone"],
    ...Object.entries(ACTOR_GROUPS),
    ...(list?.staff ?? []).map(({ id, name }) => [id, name] as const),
  ] as const;
  return (
    <ListPage
      title="Activity"
      path={ACTIVITY_PAGE}
      query={query}
      spec={ACTIVITY_LIST}
      list={list}
      noun={["entry", "entries"]}
      placeholder="Search by id"
      exporting="Export activity"
      icon={History}
      empty="Changes will show up here."
      failure="Failed to fetch activity"
      nothing="No activity found."
      filters={
        <>
          <FilterSelect name="actor" label="Who" value={actor} options={actors} />
          <FilterSelect name="entity" label="What" value={entity} options={ENTITIES} />
          <DayFilter value={day} />
        </>
      }
    >
      {({ rows, open, hrefOf }) => <ActivityTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
