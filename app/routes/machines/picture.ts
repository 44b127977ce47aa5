import { readPictureFile } from "~/features/content/pictures/queries.server";
import { requestContext } from "~/platform/context.server";
import { storedFileResponse } from "~/platform/files/serve.server";
import type { Route } from "./+types/picture";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const MINUTE_SECONDS = 60;

/**
 * `GET /pictures/:number/:key?/:name?`: a file of a picture of the office's texts, or its widest one. Anybody may keep it: for
 * good under the key that it has, and for a minute otherwise, as it may be replaced.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0;
  const found = await readPictureFile(ctx, number, params.name ?? null);
  const seconds = found && found.key === params.key ? YEAR_SECONDS : MINUTE_SECONDS;
  return storedFileResponse(ctx, request, found?.file_id ?? "", { seconds, shared: true });
}
