import MapPin from "lucide-react/icons/map-pin";
import { data } from "react-router";
import { markRequest } from "~/features/booking/requests/answer.server";
import {
  REQUEST_LABELS,
  REQUEST_LIST,
  type RequestStatus,
  requestPath,
} from "~/features/booking/requests/list";
import { requestList } from "~/features/booking/requests/list.server";
import { readDemand } from "~/features/booking/requests/queries.server";
import { DemandByZip } from "~/features/booking/requests/ui/demand";
import { RequestTable } from "~/features/booking/requests/ui/table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { loadWith } from "~/features/office/lists/define.server";
import { changeZip } from "~/features/scheduling/area/save.server";
import { ZipMap } from "~/features/scheduling/area/ui/zip-map";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaffForm } from "~/platform/request/gate.server";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/requests";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, REQUEST_LIST.title, REQUEST_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = loadWith(REQUEST_LIST, async (ctx, query) => {
  const [list, demand] = await Promise.all([requestList.read(ctx, query), readDemand(ctx)]);
  return { ...list, demand };
});

/** Marks a request, or adds a ZIP code to the area; both can be undone. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, id = "", status = "", zip = "" } = form;
  const back = (path: string, toast: ToastMessage) => redirectTo(context, path, { toast });
  if (intent === "mark" && isStatus(status)) {
    const outcome = await markRequest(ctx, { id, status });
    if (!outcome.ok) throw data(null, { status: 404 });
    const undo = { action: REQUEST_LIST.path, fields: { intent, id, status: outcome.before } };
    const path = status === "archived" ? REQUEST_LIST.path : requestPath(id);
    return back(path, {
      title: `Request of ${outcome.name}: ${REQUEST_LABELS[status].toLowerCase()}`,
      ...(outcome.before !== status && { undo }),
    });
  }
  if (intent === "add-zip" || intent === "remove-zip") {
    const listed = intent === "add-zip";
    const outcome = await changeZip(ctx, { zip, listed });
    if (!outcome.ok) return back(REQUEST_LIST.path, { title: outcome.message, destructive: true });
    const undo = { action: REQUEST_LIST.path, fields: { intent: "remove-zip", zip } };
    return back(REQUEST_LIST.path, {
      title: listed ? `${zip} added to the area` : `${zip} removed from the area`,
      ...(listed && outcome.changed && { undo }),
    });
  }
  throw data(null, { status: 400 });
}

function isStatus(text: string): text is RequestStatus {
  return Object.hasOwn(REQUEST_LABELS, text);
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { list } = loaderData;
  return (
    <ListPage
      spec={REQUEST_LIST}
      {...loaderData}
      icon={MapPin}
      notice={
        list && (
          <DemandByZip
            demand={list.demand}
            map={list.demand.drawing && <ZipMap {...list.demand.drawing} />}
          />
        )
      }
    >
      {({ rows, open, hrefOf }) => <RequestTable rows={rows} open={open} hrefOf={hrefOf} />}
    </ListPage>
  );
}
