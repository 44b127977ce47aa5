import { comesTo, readArea } from "~/features/scheduling/area/queries.server";
import { zipOf } from "~/features/scheduling/roads/area";
import { allowContext, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/area";

/** `GET /book/area?zip=03263`: whether the company comes to a ZIP code. 400 when it is none, 429 for too many. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store" };
  const zip = zipOf(new URL(request.url).searchParams.get("zip") ?? "");
  if (!zip) return Response.json(null, { status: 400, headers });
  if (!(await context.get(allowContext)("availability")))
    return Response.json(null, { status: 429, headers });
  const area = await readArea(requestContext(context));
  return Response.json({ inside: comesTo(area, zip) }, { headers });
}
