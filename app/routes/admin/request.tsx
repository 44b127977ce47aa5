import { data, useLocation } from "react-router";
import { REQUEST_LIST } from "~/features/booking/requests/list";
import { readOfficeRequest } from "~/features/booking/requests/queries.server";
import { RequestPanel } from "~/features/booking/requests/ui/panel";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { requireStaff } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/request";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Request", "A request from outside the service area.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request: asked, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(asked, context);
  const request = await readOfficeRequest(ctx, params.id);
  if (!request) throw data(null, { status: 404 });
  const area = await readArea(ctx);
  const is_inside = comesTo(area, request.zip);
  const page = { request, is_inside, can_add: area.mode === "zips" && !is_inside };
  return data(page, { headers: { "Cache-Control": "no-store" } });
}

export default function RequestRoute({ loaderData, matches }: Route.ComponentProps) {
  const { request } = loaderData;
  const { company_name } = matches[0].loaderData.company;
  return (
    <SidePanel key={request.id} title={request.name} closeHref={REQUEST_LIST.path + useLocation().search}>
      <RequestPanel {...loaderData} company={company_name} />
    </SidePanel>
  );
}
