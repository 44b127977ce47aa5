import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { OfficeFailed } from "~/features/office/lists/ui/failed";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Page not found", "This page has moved or never existed.", { noindex: true });

/** Any address of the office that is no other page's; who is no administrator hears so from the layout. */
export function loader({ request, context }: Route.LoaderArgs) {
  requestContext(context).log.warn({ path: new URL(request.url).pathname }, "page not found");
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <OfficeFailed missing />;
}
