import { data, useLocation } from "react-router";
import { ACTIVITY_LIST } from "~/features/office/activity/list";
import { readActivityEntry } from "~/features/office/activity/list.server";
import { ActivityDetails } from "~/features/office/activity/ui/table";
import { requireStaff } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/activity-entry";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const entry = await readActivityEntry(ctx, id);
  return data({ entry }, entry ? 200 : 404);
}

export default function ActivityEntry({ loaderData: { entry } }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title={entry ? "What happened" : "Not found"} closeHref={`${ACTIVITY_LIST.path}${search}`}>
      {entry ? <ActivityDetails entry={entry} /> : <p className="text-moss">This entry doesn't exist.</p>}
    </SidePanel>
  );
}
