import { happenedAt } from "~/features/fieldwork/day/event";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { photoSchema } from "~/features/fieldwork/photos/forms";
import { type PhotoRefusal, savePhoto, whyNoPhoto } from "~/features/fieldwork/photos/save.server";
import { isUuid } from "~/lib/ids";
import { respondToUpload } from "~/platform/files/respond.server";
import type { Route } from "./+types/photo";

const NO_STORE = { "Cache-Control": "no-store" };

/** How far the upload of a photo is. */
export function loader(args: Route.LoaderArgs) {
  return respond(args);
}

/** The parts of a photo of a visit, and its end (respond.server.ts). The address says which visit and what for. */
export function action(args: Route.ActionArgs) {
  return respond(args);
}

async function respond({ request, context, params }: Route.LoaderArgs | Route.ActionArgs): Promise<Response> {
  const { ctx } = await requirePhoneOfApp(request, context);
  const read = photoSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!read.success || !isUuid(params.id)) return refused("bad request", 400);
  const { visit: booking_id, kind, report, at, now } = read.data;
  const photo = { id: params.id, booking_id, kind, report_id: report ?? null };
  const reason = await whyNoPhoto(ctx, photo);
  if (reason) return refused(reason, 403);
  const named = { id: params.id, holder: `phone ${ctx.actor.phone_id}` };
  const response = await respondToUpload(request, ctx, named);
  if (request.method !== "POST" || !response.ok) return response;
  const { file_id } = (await response.json()) as { file_id: string };
  const phone_now = now ? Temporal.Instant.from(now) : ctx.now;
  const taken_at = happenedAt(Temporal.Instant.from(at), { phone_now, now: ctx.now });
  const saved = await savePhoto(ctx, { ...photo, file_id, taken_at });
  return saved.ok ? Response.json({ file_id }, { headers: NO_STORE }) : refused(saved.reason, 403);
}

function refused(reason: PhotoRefusal | "bad request", status: number): Response {
  return Response.json({ reason }, { status, headers: NO_STORE });
}
