import { liveContext } from "~/platform/context.server";
import { requireStaff, staysAllowed } from "~/platform/request/gate.server";
import type { Route } from "./+types/live-events";

/** `GET /admin/schedule/live.events`: says when the day of any crew has changed, until the session ends. */
export function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  if (!request.headers.get("Accept")?.includes("text/event-stream"))
    return new Response("Open this address as a stream of server-sent events.\n", {
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
    });
  return context.get(liveContext).streamAll(request.signal, () => staysAllowed(ctx, request));
}
