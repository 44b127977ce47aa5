import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { readHomePhotosOfDay } from "~/features/fieldwork/photos/queries.server";
import { storedFileResponse } from "~/platform/files/serve.server";
import type { Route } from "./+types/home-photo";

/**
 * `GET /crew/home-photos/:id?size=small`: a photo of a home where the phone's crew has a visit today or tomorrow. The browser keeps
 * none, because the PIN may be due meanwhile; the worker does, and looks at that each time.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx } = await requirePhoneOfApp(request, context);
  const [photo] = await readHomePhotosOfDay(ctx, params.id);
  const size = new URL(request.url).searchParams.get("size") === "small" ? "small" : "whole";
  return storedFileResponse(ctx, request, photo?.file_id ?? "", { size, seconds: 0 });
}
