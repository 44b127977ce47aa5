import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { OfficeFailed } from "~/features/office/lists/ui/failed";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Page not found", "This page has moved or never existed.", { noindex: true });

/** Any unknown address under /admin. The layout refuses visitors who are not administrators. */
export function loader({ request, context }: Route.LoaderArgs) {
  requestContext(context).log.warn({ path: new URL(request.url).pathname }, "page not found");
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <OfficeFailed missing forbidden={false} />;
}
