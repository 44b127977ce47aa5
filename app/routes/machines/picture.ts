import { isShown, readPictureFile } from "~/features/content/pictures/queries.server";
import { may } from "~/platform/auth/roles";
import { requestContext } from "~/platform/context.server";
import { storedFileResponse } from "~/platform/files/serve.server";
import type { Route } from "./+types/picture";

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const MINUTE_SECONDS = 60;

/**
 * `GET /pictures/:number/:key?/:name?`: a file of a picture of the office's texts, or its widest one. Under the key that it has,
 * which nobody can guess, anybody may read it and keep it for good. Otherwise it is for a minute, as it may be replaced, and
 * until something on the site shows it only for those who edit the site, as numbers can be guessed.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { actor } = ctx;
  const number = /^[1-9]\d{0,8}$/.test(params.number) ? Number(params.number) : 0;
  const found = await readPictureFile(ctx, number, params.name ?? null);
  const isKeyed = found !== undefined && found.key === params.key;
  const shared = isKeyed || (found !== undefined && (await isShown(ctx, number)));
  const isOpen = shared || (actor.kind === "user" && may(actor.role, "content.edit"));
  const id = isOpen ? (found?.file_id ?? "") : "";
  return storedFileResponse(ctx, request, id, { seconds: isKeyed ? YEAR_SECONDS : MINUTE_SECONDS, shared });
}
