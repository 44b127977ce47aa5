import { requirePhoneOfApp, staysWelcome } from "~/features/fieldwork/phones/recognize.server";
import { liveContext } from "~/platform/context.server";
import type { Route } from "./+types/live";

/** `GET /crew/live`: says when the day of the phone's crew has changed, as server-sent events, until the phone is ended. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = await requirePhoneOfApp(request, context);
  return context.get(liveContext).stream(ctx.actor.crew_id, request.signal, () => staysWelcome(ctx));
}
