import { markdownOf, PICTURES_PAGE } from "~/features/content/pictures/picture";
import { readAlt, receivePicture } from "~/features/content/pictures/receive.server";
import { addPicture } from "~/features/content/pictures/save.server";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff } from "~/platform/request/gate.server";
import type { Route } from "./+types/picture-upload";

export const handle = { takesFiles: true } satisfies RouteHandle;

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return redirectTo(context, PICTURES_PAGE);
}

const NO_STORE = { "Cache-Control": "no-store" };

/** `POST /admin/content/pictures/upload`: adds a picture from the editor. JSON: `{ markdown }`, or `{ error }`. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  const { fields, content, fault } = await receivePicture(request);
  const read = readAlt(fields);
  const refuse = (error: string) => Response.json({ error }, { status: 400, headers: NO_STORE });
  if (fault) return refuse(fault);
  if (!content) return refuse("Choose a picture.");
  if (!read.ok) return refuse(read.message);
  const { alt } = read;
  const outcome = await addPicture(ctx, { id: formIdOf(fields), alt, content });
  if (outcome.ok)
    return Response.json({ markdown: markdownOf({ number: outcome.number, alt }) }, { headers: NO_STORE });
  if (outcome.reason === "invalid") return refuse(outcome.message);
  return Response.json({ error: "You may not add pictures." }, { status: 403, headers: NO_STORE });
}
