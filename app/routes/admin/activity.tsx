import History from "lucide-react/icons/history";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ACTIVITY_LIST, ACTOR_GROUPS } from "~/features/office/activity/list";
import { activityList } from "~/features/office/activity/list.server";
import { ActivityTable } from "~/features/office/activity/ui/table";
import { ListPage } from "~/ui/list/list-page";
import { FilterSelect } from "~/ui/list/list-tools";
import { useAskedQuery } from "~/ui/live/use-asked-query";
import type { Route } from "./+types/activity";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ACTIVITY_LIST.title, ACTIVITY_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = activityList.load;

export default function Activity({ loaderData: { query, list, views } }: Route.ComponentProps) {
  const { actor = "" } = useAskedQuery(ACTIVITY_LIST, query).filters;
  const actors = [
    ["", "Everyone"],
    ...Object.entries(ACTOR_GROUPS),
    ...(list?.staff ?? []).map(({ id, name }) => [id, name] as const),
  ] as const;
  return (
    <ListPage
      spec={ACTIVITY_LIST}
      query={query}
      list={list}
      views={views}
      icon={History}
      filters={{
        actor: <FilterSelect name="actor" label="Who" value={actor} options={actors} />,
      }}
    >
      {({ rows, open, hrefOf }) => <ActivityTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
