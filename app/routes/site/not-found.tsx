import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { NotFoundScene } from "~/features/content/site/ui/scenes";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Page not found", "This page has moved or never existed.", { noindex: true });

/** Any unknown path: status 404 and a log line (spec section 2). */
export function loader({ request, context }: Route.LoaderArgs) {
  requestContext(context).log.warn({ path: new URL(request.url).pathname }, "page not found");
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <NotFoundScene />;
}
