import { requestContext } from "~/platform/context.server";
import { linkedFileResponse } from "~/platform/files/serve.server";
import type { Route } from "./+types/file";

/** `GET /files/:id?until=…&key=…&size=small`: a stored file, by a short link. */
export function loader({ request, context, params }: Route.LoaderArgs) {
  return linkedFileResponse(requestContext(context), request, params.id);
}
